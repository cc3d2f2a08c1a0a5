import { type Command, Option } from 'commander';
import { Usage } from '../failure.ts';
import { line } from '../print.ts';

const scripts: Record<string, string> = {
  bash: `_rialto() { COMPREPLY=($(compgen -W "$(rialto complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}")); }
complete -o default -F _rialto rialto`,
  zsh: `#compdef rialto
_rialto() { compadd -- \${(f)"$(rialto complete -- \${words[2,CURRENT-1]} 2>/dev/null)"}; }
compdef _rialto rialto`,
  fish: `complete -c rialto -a '(rialto complete -- (commandline -opc)[2..] 2>/dev/null)'`,
};

export function completion(program: Command): void {
  program
    .command('completion <shell>')
    .description('print a completion script for bash, zsh or fish: eval "$(rialto completion bash)"')
    .action((shell: string) => {
      const script = scripts[shell];
      if (!script) throw new Usage(`Unknown shell ${shell}. Completion supports ${Object.keys(scripts).join(', ')}.`);
      line(script);
    });
  program
    .command('complete [words...]', { hidden: true })
    .action((words: string[]) => line(candidates(program, words).join('\n')));
}

/** The words that may follow: subcommands and options. */
export function candidates(program: Command, words: readonly string[]): string[] {
  let at = program;
  for (const word of words) at = at.commands.find((command) => command.name() === word) ?? at;
  const commands = at.commands.map((command) => command.name()).filter((name) => name !== 'complete');
  const options = [...at.options, ...program.options, new Option('--help')].map(({ long }) => long ?? '');
  return [...commands, ...new Set(options.filter((option) => option && !words.includes(option)))];
}
