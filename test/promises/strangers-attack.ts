// The attackers in their own process, so that they do not share the event loop of the measuring test. argv: JSON.
import { type Attacker, attack } from './strangers-attackers.ts';

const { base, attackers } = JSON.parse(process.argv[2]!) as { base: string; attackers: Attacker[] };
const attacking = attack(base, attackers);
process.once('message', async () => {
  await attacking.stop();
  process.send!([...attacking.answers], () => process.disconnect?.());
});
