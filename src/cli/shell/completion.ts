import { type CommandFacts, flatten, type OptionFacts } from './command-tree'

/** A possible completion with its description. */
interface Candidate {
  word: string
  meaning: string
}

const candidatesOf = ({ commands, options }: CommandFacts): Candidate[] => [
  ...commands.map(({ path, description }) => ({ word: path.at(-1) ?? '', meaning: description })),
  ...options.flatMap(({ names, description }) =>
    names.filter((name) => name.startsWith('--')).map((word) => ({ word, meaning: description })),
  ),
]

/** Returns the full names of a command, one for its name and one for each alias. */
const listPaths = ({ path, aliases }: CommandFacts): string[] =>
  [path.at(-1) ?? '', ...aliases].map((word) => [...path.slice(0, -1), word].join(' '))

/** Lists the options that take a value, for which the shell completes file names. */
const withValues = (commands: readonly CommandFacts[]): string[] => {
  const options = commands.flatMap(({ options }): OptionFacts[] => options)
  const names = options.filter(({ hasValue }) => hasValue).flatMap(({ names }) => names)
  return [...new Set(names)].sort()
}

/** Quotes a text for shells. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript }
export type Shell = keyof typeof SHELLS
export const SHELL_NAMES = Object.keys(SHELLS) as Shell[]

/** Generates the completion script of a shell. */
export const completionScript = (shell: Shell, program: CommandFacts): string =>
  SHELLS[shell](program)

function bashScript(program: CommandFacts): string {
  const commands = flatten(program)
  const below = commands.slice(1).flatMap(listPaths).map(quoted)
  const cases = commands.map((command) => {
    const words = candidatesOf(command).map(({ word }) => word)
    return `    ${listPaths(command).map(quoted).join(' | ')}) words=${quoted(words.join(' '))} ;;`
  })
  return `# Completion of bash for milepost: eval "$(milepost completion bash)"
_milepost() {
  local at=milepost word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${below.join(' | ')}) at="$at $word" ;;
    esac
  done
  COMPREPLY=()
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    ${withValues(commands).join(' | ')}) return ;;
  esac
  case "$at" in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _milepost milepost`
}

function zshScript(program: CommandFacts): string {
  const commands = flatten(program)
  const below = commands.slice(1).flatMap(listPaths).map(quoted)
  const item = ({ word, meaning }: Candidate) => `      ${quoted(`${word}:${meaning}`)}`
  const cases = commands.map(
    (command) =>
      `    (${listPaths(command).map(quoted).join(' | ')}) items=(\n${candidatesOf(command).map(item).join('\n')}\n    ) ;;`,
  )
  return `#compdef milepost
# Completion of zsh for milepost: a file _milepost in a folder of $fpath, or eval "$(milepost completion zsh)"
_milepost() {
  local at=milepost word
  local -a items
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${below.join(' | ')}) at="$at $word" ;;
    esac
  done
  case "\${words[CURRENT-1]}" in
    (${withValues(commands).join(' | ')}) _files; return ;;
  esac
  case "$at" in
${cases.join('\n')}
  esac
  [[ "\${words[CURRENT]}" == -* ]] || items=("\${(@)items:#--*}")
  (( \${#items} )) && _describe -o milepost items && return
  _files
}
if [[ "\${funcstack[1]}" == _milepost ]]; then _milepost "$@"; else compdef _milepost milepost; fi`
}

function fishScript(program: CommandFacts): string {
  const commands = flatten(program)
  const below = commands.slice(1).flatMap(listPaths).map(quoted)
  const lines = commands.flatMap((command) =>
    listPaths(command).flatMap((way) => {
      const condition = `-n ${quoted(`__milepost_at ${quoted(way)}`)}`
      const subcommands = command.commands.map(
        ({ path, description }) => `-f -a ${path.at(-1)} -d ${quoted(description)}`,
      )
      const options = command.options.map(
        ({ names, hasValue, description }) =>
          `${names.map((name) => name.replace(/^--/, '-l ').replace(/^-(?=\w$)/, '-s ')).join(' ')}${hasValue ? ' -r' : ''} -d ${quoted(description)}`,
      )
      return [...subcommands, ...options].map((rest) => `complete -c milepost ${condition} ${rest}`)
    }),
  )
  return `# Completion of fish for milepost: milepost completion fish | source
function __milepost_at
  set -l at milepost
  for word in (commandline -opc)[2..-1]
    contains -- "$at $word" ${below.join(' ')}; and set at "$at $word"
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}`
}
