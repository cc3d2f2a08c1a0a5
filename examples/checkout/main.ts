import { Rialto } from '../../sdk/src/rialto.ts';
import { openOrders } from './orders.ts';
import { createShop } from './shop.ts';

const { RIALTO_API_KEY = '', RIALTO_WEBHOOK_SECRET = '', SHOP_DATABASE = 'shop.sqlite' } = process.env;
const { RIALTO_BASE_URL = 'http://localhost:3000', PORT = '4000' } = process.env;
if (!RIALTO_API_KEY || !RIALTO_WEBHOOK_SECRET) {
  console.error('Set RIALTO_API_KEY (rs_test_…) and RIALTO_WEBHOOK_SECRET (whsec_…), as README.md explains.');
  process.exit(1);
}

const orders = openOrders(SHOP_DATABASE);
const rialto = new Rialto({ apiKey: RIALTO_API_KEY, baseUrl: RIALTO_BASE_URL, timeout: 10_000 });
const shop = createShop({ rialto, orders, webhookSecret: RIALTO_WEBHOOK_SECRET, logger: true });
console.log(`The shop is at ${await shop.listen({ host: '127.0.0.1', port: Number(PORT) })}`);
