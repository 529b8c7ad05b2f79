import { statSync } from 'node:fs'
import type { Command } from 'commander'
import type { Io } from './io'

/** Commands that leave no files behind. */
const ONLY_LOOKING = ['doctor', 'healthcheck', 'config']

/**
 * Warns an administrator who works as root on the data of a server that does not run as root: recordings that are
 * imported then, or restored, would be files that the server may not read.
 */
export function warnOfForeignFolder(program: Command, io: Io): void {
  program.hook('preAction', (_, command) => {
    const names = namesOf(command)
    const isLooking = command.opts().check || names.some((name) => ONLY_LOOKING.includes(name))
    if (process.getuid?.() !== 0 || isLooking) return
    const folder = folderOf(command, io)
    const owner = folder && statSync(folder, { throwIfNoEntry: false })?.uid
    if (owner)
      io.err(
        `${folder} belongs to another user, who could not read what root makes there. Better: sudo -u '#${owner}' ${names.join(' ')} …`,
      )
  })
}

/** The words of a command, from the program on. */
const namesOf = (command: Command): string[] =>
  command.parent ? [...namesOf(command.parent), command.name()] : [command.name()]

/** The data folder of a command that has one. */
const folderOf = (command: Command, io: Io): string | undefined =>
  command.options.some(({ long }) => long === '--data-dir')
    ? (command.opts().dataDir ?? (io.env.DATA_DIR || 'data'))
    : undefined
