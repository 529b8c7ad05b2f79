import { chownSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { fullName } from '@/cli/global-options'
import type { Io } from '@/cli/io'
import { flagsOf } from '@/cli/options'
import { readSettings, type Settings } from '@/lib/config/read-settings'
import { Failure } from '@/lib/failure'
import { isAllowed } from './identity'
import { DATA_FOLDER_MODE } from './installation'
import { findAccount, type MachineAccount } from './system-accounts'

/** Commands that change the ownership of files before they give up root. */
const SWITCH_THEMSELVES = ['doctor']

/**
 * Makes every command with a data folder run as the owner of that folder when root starts it, because the server could
 * not write to files created by root. Other users get an error that suggests sudo if the data belong to an installed
 * server.
 */
export function runAsOwner(program: Command, io: Io): void {
  program.hook('preAction', (_, command) => {
    if (!io.identity || !hasDataFolder(command)) return
    if (SWITCH_THEMSELVES.includes(command.name()) && io.identity.uid === 0) return
    becomeOwner(command, io)
  })
}

/**
 * Switches to the owner of the data folder, if root has started the command and the owner is not root.
 *
 * @throws Error when switching fails, or when the owner may not read a file given on the command line.
 */
export function becomeOwner(command: Command, io: Io): void {
  if (!io.identity) return
  const settings = settingsFor(command, io)
  const { dataDir } = settings
  if (io.identity.uid !== 0) {
    requireOwner(settings, command, io)
    return
  }
  const owner = findOwner(settings, io)
  if (owner === undefined || owner.uid === 0) return
  const files = listFileArguments(command)
  try {
    io.identity.become(owner)
    io.identity.became = owner.name
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure(
      'denied',
      `${dataDir} belongs to ${owner.name}, who could not write to files that root makes there, and this process may not become that user (${reason}). Run it as that user: sudo -u ${sudoName(owner)} ${fullName(command)} …`,
    )
  }
  requireReadable(files, owner, command)
}

const sudoName = ({ name, uid }: MachineAccount) => (findAccount(uid) ? name : `'#${uid}'`)

/** Reads the settings that locate the data. Suggests sudo to users who may not read the settings file. */
function settingsFor(command: Command, io: Io): Settings {
  try {
    return readSettings(flagsOf(command.opts()), io.env, io.installation)
  } catch (error) {
    const { installation } = io
    if (io.identity?.uid === 0 || !installation || io.env.ENV_FILE) throw error
    throw adviseSudo(installation.settingsFile, command)
  }
}

/** @throws Error when the data belong to an installed server that runs as another user */
function requireOwner({ dataDir, isInstalled }: Settings, command: Command, io: Io): void {
  if (!isInstalled) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  if (owner !== io.identity?.uid) throw adviseSudo(dataDir, command)
}

const adviseSudo = (path: string, command: Command) =>
  new Failure(
    'denied',
    `${path} belongs to the installed server. Run this as root, and it works as the user of the server: sudo ${fullName(command)} …\nFor data of your own, name another folder with --data-dir.`,
  )

/** Finds the owner of the data folder. Creates the folder of an installation, owned by the server's user, if missing. */
function findOwner({ dataDir, isInstalled }: Settings, io: Io): MachineAccount | undefined {
  const facts = statSync(dataDir, { throwIfNoEntry: false })
  if (facts)
    return findAccount(facts.uid) ?? { uid: facts.uid, gid: facts.gid, name: `user ${facts.uid}` }
  if (!isInstalled || !io.installation) return undefined
  const { user } = io.installation
  const account = findAccount(user)
  if (!account) throw new Error(`There is no user ${user}: run systemd-sysusers first.`)
  mkdirSync(dataDir, { recursive: true, mode: DATA_FOLDER_MODE })
  chownSync(dataDir, account.uid, account.gid)
  return account
}

/** Names of the arguments and options whose values are files or folders to read. */
const READ_ARGUMENTS = ['path', 'backup']
const READ_OPTIONS = ['--passphrase-file', '--uploads']

/** Lists existing files that the command will read. Called while still root, which can see all of them. */
function listFileArguments(command: Command): string[] {
  const texts = [
    ...command.registeredArguments.flatMap((argument, index) =>
      READ_ARGUMENTS.includes(argument.name()) ? command.args[index] : [],
    ),
    ...command.options
      .filter(({ long }) => READ_OPTIONS.includes(long ?? ''))
      .map((option) => command.opts()[option.attributeName()]),
  ]
  return texts.filter((text): text is string => typeof text === 'string' && existsSync(text))
}

/** @throws Error with advice when the owner of the data may not read one of the files */
function requireReadable(files: readonly string[], owner: MachineAccount, command: Command): void {
  const closed = files.find((file) => !isAllowed(file, constants.R_OK))
  if (closed === undefined) return
  const copy = `/var/tmp/${resolve(closed).split('/').at(-1)}`
  throw new Failure(
    'denied',
    `${resolve(closed)} cannot be read by ${owner.name}, the owner of the data, as whom this command runs. Copy it to where that user can read it, and delete the copy afterwards:\n` +
      `  cp -r ${resolve(closed)} ${copy} && chown -R ${owner.uid} ${copy}\n` +
      `  ${fullName(command)} … ${copy}`,
  )
}

/** Commands without a data folder accept the option, too, but hide it. */
const hasDataFolder = ({ options }: Command) =>
  options.some(({ long, hidden }) => long === '--data-dir' && !hidden)
