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

/** An option of a command for which values are offered: `milepost users list --role`. */
interface OptionValues {
  place: string
  values: readonly string[]
}

const listOptionValues = (commands: readonly CommandFacts[]): OptionValues[] =>
  commands.flatMap((command) =>
    command.options
      .filter(({ values }) => values.length > 0)
      .flatMap(({ names, values }) =>
        listPaths(command).flatMap((path) =>
          names.map((name) => ({ place: `${path} ${name}`, values })),
        ),
      ),
  )

/** Formats the branches of a `case` that set `values`, one branch for all places with the same values. */
const valueBranches = (
  places: readonly OptionValues[],
  branch: (patterns: string, values: readonly string[]) => string,
): string =>
  Map.groupBy(places, ({ values }) => values.join('\n'))
    .values()
    .map((same) =>
      branch(same.map(({ place }) => quoted(place)).join(' | '), same[0]?.values ?? []),
    )
    .toArray()
    .join('\n')

const listArgumentValues = (commands: readonly CommandFacts[]): OptionValues[] =>
  commands
    .filter(({ values }) => values.length > 0)
    .flatMap((command) => listPaths(command).map((place) => ({ place, values: command.values })))

function bashScript(program: CommandFacts): string {
  const commands = flatten(program)
  const below = commands.slice(1).flatMap(listPaths).map(quoted)
  const cases = commands.map((command) => {
    const words = candidatesOf(command).map(({ word }) => word)
    return `    ${listPaths(command).map(quoted).join(' | ')}) words=${quoted(words.join(' '))} ;;`
  })
  const branch = (patterns: string, values: readonly string[]) =>
    `    ${patterns}) values=${quoted(values.join('\n'))} ;;`
  return `# Completion of bash for milepost: eval "$(milepost completion bash)"
# Adds the lines of $2 that begin with $1, quoted for the shell.
_milepost_reply() {
  local value word
  while IFS= read -r value; do
    printf -v word %q "$value"
    if [[ "$word" == "$1"* ]]; then COMPREPLY+=("$word")
    elif [[ "$1" == [\\'\\"]* && "$value" == "\${1:1}"* ]]; then COMPREPLY+=("$value"); fi
  done <<<"$2"
}
_milepost() {
  local at=milepost word words values= i=$COMP_CWORD cut= cur="\${COMP_WORDS[COMP_CWORD]}"
  # Bash splits words at colons and equals signs.
  while [[ $i -gt 1 && ( "$cur" == :* || "\${COMP_WORDS[i-1]}" == ":" ) ]]; do
    cur="\${COMP_WORDS[i-1]}$cur"
    i=$((i - 1))
    cut="\${cur%"\${cur##*:}"}"
  done
  local prev="\${COMP_WORDS[i-1]}"
  if [[ "$cur" == "=" ]]; then cur=; elif [[ "$prev" == "=" ]]; then prev="\${COMP_WORDS[i-2]}"; fi
  for word in "\${COMP_WORDS[@]:1:i-1}"; do
    case "$at $word" in
      ${below.join(' | ')}) at="$at $word" ;;
    esac
  done
  COMPREPLY=()
  case "$at $prev" in
${valueBranches(listOptionValues(commands), branch)}
  esac
  if [[ -n "$values" ]]; then
    _milepost_reply "$cur" "$values"
    COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
    return
  fi
  case "$prev" in
    ${withValues(commands).join(' | ')}) return ;;
  esac
  case "$at" in
${cases.join('\n')}
  esac
  case "$at" in
${valueBranches(listArgumentValues(commands), branch)}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  [[ -z "$values" ]] || _milepost_reply "$cur" "$values"
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
  const branch = (patterns: string, values: readonly string[]) =>
    `    (${patterns}) values=(${values.map(quoted).join(' ')}) ;;`
  return `#compdef milepost
# Completion of zsh for milepost: a file _milepost in a folder of $fpath, or eval "$(milepost completion zsh)"
_milepost() {
  local at=milepost word
  local -a items values
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${below.join(' | ')}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${valueBranches(listOptionValues(commands), branch)}
  esac
  (( \${#values} )) && { compadd -- "\${values[@]}"; return }
  case "\${words[CURRENT-1]}" in
    (${withValues(commands).join(' | ')}) _files; return ;;
  esac
  case "$at" in
${cases.join('\n')}
  esac
  case "$at" in
${valueBranches(listArgumentValues(commands), branch)}
  esac
  (( \${#values} )) && compadd -- "\${values[@]}"
  [[ "\${words[CURRENT]}" == -* ]] || items=("\${(@)items:#--*}")
  (( \${#items} )) && _describe -o milepost items && return
  (( \${#values} )) || _files
}
if [[ "\${funcstack[1]}" == _milepost ]]; then _milepost "$@"; else compdef _milepost milepost; fi`
}

/** Names the functions that print lists of values, one for each list, because several commands have the same. */
function listFishFunctions(commands: readonly CommandFacts[]): Map<string, string> {
  const lists = commands.flatMap(({ values, options }) => [
    values,
    ...options.map((option) => option.values),
  ])
  const texts = new Set(lists.filter(({ length }) => length > 0).map((list) => list.join('\n')))
  return new Map([...texts].map((text, index) => [text, `__milepost_values_${index + 1}`]))
}

/** Fish has backslash escapes inside single quotes. */
const quotedForFish = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`

function fishScript(program: CommandFacts): string {
  const commands = flatten(program)
  const below = commands.slice(1).flatMap(listPaths).map(quoted)
  const functions = listFishFunctions(commands)
  const valuesFrom = (values: readonly string[]) =>
    values.length > 0 ? ` -f -a '(${functions.get(values.join('\n'))})'` : ''
  const definitions = [...functions].map(
    ([text, name]) =>
      `function ${name}\n  printf '%s\\n' ${text.split('\n').map(quotedForFish).join(' ')}\nend`,
  )
  const lines = commands.flatMap((command) =>
    listPaths(command).flatMap((way) => {
      const condition = `-n ${quoted(`__milepost_at ${quoted(way)}`)}`
      const subcommands = command.commands.map(
        ({ path, description }) => `-f -a ${path.at(-1)} -d ${quoted(description)}`,
      )
      const options = command.options.map(
        ({ names, hasValue, values, description }) =>
          `${names.map((name) => name.replace(/^--/, '-l ').replace(/^-(?=\w$)/, '-s ')).join(' ')}${hasValue ? ' -r' : ''}${valuesFrom(values)} -d ${quoted(description)}`,
      )
      const words = command.values.length > 0 ? [valuesFrom(command.values).trim()] : []
      return [...subcommands, ...words, ...options].map(
        (rest) => `complete -c milepost ${condition} ${rest}`,
      )
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
${definitions.join('\n')}
${lines.join('\n')}`
}
