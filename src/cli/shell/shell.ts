import type { Command } from 'commander'
import { addHelp } from '@/cli/handbook/help'
import type { Io } from '@/cli/io'
import { oneOf } from '@/cli/options'
import { VERSION } from '@/lib/version'
import { readCommand } from './command-tree'
import { completionScript, SHELL_NAMES, type Shell } from './completion'
import { manualPage } from './manual'

/** Adds the commands that print shell completions, the manual page and help. */
export function addShell(program: Command, io: Io): void {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .argument('<shell>', SHELL_NAMES.join(', '), oneOf(SHELL_NAMES, 'shells'))
    .action((shell: Shell) => io.out(completionScript(shell, readCommand(program))))
  program
    .command('man')
    .description('print the manual page: milepost man | man -l -')
    .action(() => io.out(manualOf(program)))
  addHelp(program, io)
}

/** Generates the manual page of a program with all its commands, dated today. */
export const manualOf = (program: Command): string =>
  manualPage(readCommand(program), VERSION.server, new Date().toISOString().slice(0, 10))
