import type { Command, Help, Option } from 'commander'

/** An option as help, completions and the manual tell of it. */
export interface OptionFacts {
  /** As the help writes it, `-v, --verbose` or `--port <number>`. */
  flags: string
  /** `-v` and `--verbose`. */
  names: string[]
  takesValue: boolean
  description: string
}

/** A command with all below it. */
export interface CommandFacts {
  /** Words from the program to the command. */
  path: string[]
  /** Other words for the last one. */
  aliases: string[]
  /** Its arguments as the help writes them, `<path>`. */
  usage: string
  description: string
  options: OptionFacts[]
  commands: CommandFacts[]
}

/** Reads the commands off the parser of the command line: nothing else says what there is. */
export function readCommand(command: Command, parents: readonly string[] = []): CommandFacts {
  const path = [...parents, command.name()]
  const help = command.createHelp()
  const words = command.registeredArguments.map((argument) => help.argumentTerm(argument))
  return {
    path,
    aliases: command.aliases(),
    usage: words.map((word) => `<${word}>`).join(' '),
    description: command.description(),
    options: help.visibleOptions(command).map((option) => readOption(option, help)),
    commands: command.commands.map((child) => readCommand(child, path)),
  }
}

const readOption = (option: Option, help: Help): OptionFacts => ({
  flags: option.flags,
  names: [option.short, option.long].filter((name) => name !== undefined),
  takesValue: option.required || option.optional,
  description: help.optionDescription(option),
})

/** A command and all below it, each before those below. */
export const flatten = (command: CommandFacts): CommandFacts[] => [
  command,
  ...command.commands.flatMap(flatten),
]
