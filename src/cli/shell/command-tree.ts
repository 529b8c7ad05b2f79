import type { Command, Help, Option } from 'commander'
import { GLOBAL_OPTIONS } from '@/cli/global-options'

/** The description of an option for completions and the manual. */
export interface OptionFacts {
  /** As the help writes it, `-v, --verbose` or `--port <number>`. */
  flags: string
  /** `-v` and `--verbose`. */
  names: string[]
  hasValue: boolean
  /** Whether all commands have it. */
  isGlobal: boolean
  description: string
}

/** The description of a command and its subcommands. */
export interface CommandFacts {
  /** The names from the program to this command, for example `['milepost', 'db', 'check']`. */
  path: string[]
  /** Other names of the command. */
  aliases: string[]
  /** Its arguments as the help writes them, `<path>`. */
  usage: string
  description: string
  options: OptionFacts[]
  commands: CommandFacts[]
}

/** Describes a command of the command line parser, which is the only list of commands and options. */
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
  hasValue: option.required || option.optional,
  isGlobal: option.helpGroupHeading === GLOBAL_OPTIONS,
  description: help.optionDescription(option),
})

/** Lists a command and all its descendants, parents first. */
export const flatten = (command: CommandFacts): CommandFacts[] => [
  command,
  ...command.commands.flatMap(flatten),
]
