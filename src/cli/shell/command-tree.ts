import type { Command, Help, Option } from 'commander'
import { GLOBAL_OPTIONS } from '@/cli/global-options'
import { valuesOfArgument, valuesOfOption } from './completion-values'

/** The description of an option for completions and the manual. */
export interface OptionFacts {
  /** As the help writes it, `-v, --verbose` or `--port <number>`. */
  flags: string
  /** `-v` and `--verbose`. */
  names: string[]
  hasValue: boolean
  /** Values that shells offer; empty if any other text is expected. */
  values: readonly string[]
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
  /** Values that shells offer for its first argument. */
  values: readonly string[]
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
    values: command.registeredArguments.slice(0, 1).flatMap(valuesOfArgument),
    description: command.description(),
    options: help.visibleOptions(command).map((option) => readOption(option, help)),
    commands: command.commands.map((child) => readCommand(child, path)),
  }
}

const readOption = (option: Option, help: Help): OptionFacts => ({
  flags: option.flags,
  names: [option.short, option.long].filter((name) => name !== undefined),
  hasValue: option.required || option.optional,
  values: valuesOfOption(option),
  isGlobal: option.helpGroupHeading === GLOBAL_OPTIONS,
  description: help.optionDescription(option),
})

/** Lists a command and all its descendants, parents first. */
export const flatten = (command: CommandFacts): CommandFacts[] => [
  command,
  ...command.commands.flatMap(flatten),
]
