import { UsageError } from './command-context.ts'
import { readWords } from './read-options.ts'

export type HelpTexts = readonly { name: string; help: string }[]

const SHELLS: Record<string, (commands: readonly Completed[]) => string> = {
  bash: bashScript,
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`,
  fish: fishScript,
}

interface Completed {
  name: string
  options: string[]
}

/** With every command and its options. @throws UsageError for a shell that is not known. */
export function completionScript(args: string[], texts: HelpTexts): string {
  const shells = Object.keys(SHELLS).join(', ')
  const [shell] = readWords(args, [], [`a shell (${shells})`]).words as [string]
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
  if (!script) throw new UsageError(`There is no completion for ${shell}. Use one of ${shells}.`)
  return script(
    texts.map(({ name, help }) => ({
      name,
      options: [...new Set([...help.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option))].sort(),
    })),
  )
}

function firstWords(commands: readonly Completed[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0]!))]
}

function secondWords(commands: readonly Completed[], first: string): string[] {
  return commands.flatMap(({ name }) => {
    const [word, second] = name.split(' ')
    return word === first && second !== undefined ? [second] : []
  })
}

function bashScript(commands: readonly Completed[]): string {
  const ofGroups = firstWords(commands)
    .map((first) => ({ first, words: secondWords(commands, first) }))
    .filter(({ words }) => words.length > 0)
    .map(({ first, words }) => `    ${first}) [ "$COMP_CWORD" -eq 2 ] && words="${words.join(' ')}" ;;\n`)
  const ofCommands = commands
    .filter(({ options }) => options.length > 0)
    .map(({ name, options }) => `    "${name}"|"${name} "*) words="$words ${options.join(' ')}" ;;\n`)
  return `# Completion for errata. Add to your shell's startup file: source <(errata completion bash)
_errata() {
  local words="" current="\${COMP_WORDS[COMP_CWORD]}"
  [ "$COMP_CWORD" -eq 1 ] && words="${firstWords(commands).join(' ')} --help"
  case "\${COMP_WORDS[1]}" in
${ofGroups.join('')}  esac
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in
${ofCommands.join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _errata errata
`
}

function fishScript(commands: readonly Completed[]): string {
  const lines = firstWords(commands).flatMap((first) => [
    `complete -c errata -n __fish_use_subcommand -f -a ${first}`,
    ...secondWords(commands, first).map(
      (word) => `complete -c errata -n '__fish_seen_subcommand_from ${first}' -f -a ${word}`,
    ),
  ])
  const options = commands.flatMap(({ name, options: ofCommand }) => {
    const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)
    return ofCommand.map((option) => `complete -c errata -n '${seen.join('; and ')}' -l ${option.slice(2)}`)
  })
  return `# Completion for errata. Save as ~/.config/fish/completions/errata.fish\n${[...lines, ...options].join('\n')}\n`
}
