import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { printDone, printResult } from '@/cli/output'
import { manualOf } from '@/cli/shell/shell'
import { loadConfig } from '@/lib/config/config'
import type { Installation } from '@/lib/config/settings-file'
import type { WrittenFolder } from '@/lib/config/written-folders'
import { Failure } from '@/lib/failure'
import { openFolderAsRoot } from '@/lib/files/open-folder'
import {
  DATA_FOLDER_MODE,
  installationFile,
  installationText,
  SERVICE_INSTALLATION,
} from './installation'
import { findAccount, findGroup, type MachineAccount } from './system-accounts'
import {
  INBOX_GROUP,
  openInbox,
  requireVisible,
  SETTINGS_TEMPLATE,
  SYSTEM_USER,
  systemdUnit,
} from './systemd-unit'
import { foldersOutsideUnit, PATHS_FILE, pathsDropIn } from './unit-paths'

const UNIT_FILE = '/etc/systemd/system/milepost.service'
/** The unit of the Debian package, which UNIT_FILE would override. */
const PACKAGED_UNIT_FILE = '/usr/lib/systemd/system/milepost.service'
const USER_FILE = '/etc/sysusers.d/milepost.conf'
const SETTINGS_FILE = SERVICE_INSTALLATION.settingsFile
/** The manual page, to which the unit refers. */
const MANUAL_FILE = '/usr/local/share/man/man1/milepost.1'
/** The group may enter and write; new files inherit the group (setgid). */
const INBOX_MODE = 0o2770

export function addService(program: Command, io: Io, loadProgram: () => Promise<Command>): void {
  const service = program.command('service').description('run as a systemd service')
  service
    .command('print')
    .description('print the unit')
    .action(() => {
      const text = unit(executable())
      printResult(io, { unit: text }, [text.trimEnd()])
    })
  service
    .command('paths')
    .description(`write ${PATHS_FILE}: folders in the settings that the unit has to open`)
    .option('--print', 'print it instead')
    .action(({ print = false }: { print?: boolean }) => {
      const installation = io.installation ?? SERVICE_INSTALLATION
      const folders = foldersInSettings(installation)
      const file = pathsDropIn(folders)
      if (print) return printResult(io, { drop_in: file }, [file.trimEnd()])
      requireRoot(PATHS_FILE, 'paths')
      printMessages(io, [
        ...writePaths({ root: '/', folders, user: installation.user }),
        'Then: systemctl daemon-reload && systemctl restart milepost',
      ])
    })
  service
    .command('install')
    .description(`write ${UNIT_FILE} and print how to start it`)
    .option('--force', 'replace an existing unit')
    .action(async ({ force = false }: { force?: boolean }) => {
      const program = executable()
      requireVisible(program)
      requireRoot(UNIT_FILE, 'install')
      const manual = `${manualOf(await loadProgram())}\n`
      printMessages(io, installService({ root: '/', program, manual, force }))
    })
}

const printMessages = (io: Io, messages: readonly string[]) => printDone(io, { messages }, messages)

function requireRoot(file: string, command: string): void {
  if (process.getuid?.() !== 0)
    throw new Failure(
      'denied',
      `Only root may write ${file}: sudo ${process.execPath} service ${command}`,
    )
}

interface ServiceFiles {
  /** The root folder of the file system: `/` except in tests. */
  root: string
  /** Absolute path of the executable. */
  program: string
  /** The text of the manual page. */
  manual: string
  /** Whether to replace an existing unit. */
  force: boolean
}

/**
 * Writes the unit, its user and its manual page, and a settings file if there is none. Returns the lines to print.
 *
 * @throws Error when a unit exists and `force` is false.
 */
export function installService({ root, program, manual, force }: ServiceFiles): string[] {
  const present = [UNIT_FILE, PACKAGED_UNIT_FILE].find((path) => existsSync(join(root, path)))
  if (present && !force)
    throw new Failure(
      'denied',
      `${present} already exists: use --force to write ${UNIT_FILE} anyway.`,
    )
  const write = (path: string, text: string) => writeAt(join(root, path), text)
  write(UNIT_FILE, unit(program))
  write(USER_FILE, SYSTEM_USER)
  write(MANUAL_FILE, manual)
  write(installationFile(program), installationText(SERVICE_INSTALLATION))
  if (!existsSync(join(root, SETTINGS_FILE))) write(SETTINGS_FILE, SETTINGS_TEMPLATE)
  const user = root === '/' ? createUser() : undefined
  giveSettings(join(root, SETTINGS_FILE), user)
  const inbox = user ? createDataFolder(user) : []
  const folders = foldersInSettings({
    ...SERVICE_INSTALLATION,
    settingsFile: join(root, SETTINGS_FILE),
  })
  const paths = writePaths({ root, folders, user: SERVICE_INSTALLATION.user })
  // A running server keeps its old unit until it is stopped. If that unit uses DynamicUser, its dynamic user would also
  // hide that the new user is missing.
  const stop = present ? 'systemctl stop milepost && ' : ''
  return [
    `Wrote ${UNIT_FILE}, ${USER_FILE} and ${MANUAL_FILE}; settings go into ${SETTINGS_FILE}.`,
    ...inbox,
    ...paths,
    'Start it with:',
    `  ${stop}systemctl daemon-reload && systemctl enable --now milepost`,
    'Its first log lines contain the link to create your account: journalctl -u milepost',
    'Commands that root runs find its data and settings, and work as its user, milepost:',
    `  sudo ${program} backup --to FOLDER`,
  ]
}

/** Writes a world-readable file and its folder, regardless of the umask. */
function writeAt(path: string, text: string): void {
  const umask = process.umask(0o022)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    chmodSync(path, 0o644)
  } finally {
    process.umask(umask)
  }
}

/** Creates the user and groups of the unit with systemd-sysusers. @throws Error when that fails */
function createUser(): MachineAccount {
  const name = SERVICE_INSTALLATION.user
  const { success, stderr } = Bun.spawnSync(['systemd-sysusers', USER_FILE])
  const account = findAccount(name)
  if (account) return account
  throw new Error(
    `systemd-sysusers did not create the user ${name}${success ? '' : `: ${stderr.toString().trim()}`}`,
  )
}

/** Makes the settings, which contain secrets, readable for root and the server only. */
function giveSettings(path: string, user: MachineAccount | undefined): void {
  chmodSync(path, user ? 0o640 : 0o600)
  if (user) chownSync(path, 0, user.gid)
}

/**
 * Creates the data folder and the inbox if they do not exist, and sets their permissions. Returns a line to print if the
 * user cannot enter the folder: a unit of 0.1.0 (DynamicUser) keeps it in /var/lib/private, and systemd moves it and
 * changes its owner when the new unit starts.
 */
function createDataFolder({ uid, gid, name }: MachineAccount): string[] {
  const { dataDir } = SERVICE_INSTALLATION
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir)
    chownSync(dataDir, uid, gid)
  }
  chmodSync(dataDir, DATA_FOLDER_MODE)
  const command = ['runuser', '-u', name, '--', 'sh', '-c', openInbox(dataDir)]
  const { success, stderr } = Bun.spawnSync(command)
  if (success) return []
  return [
    `The group ${INBOX_GROUP} has no access to the inbox: ${stderr.toString().trim()}`,
    'Once the server has started, run this command again with --force.',
  ]
}

/**
 * Creates a folder owned by an account, if its parent exists. Returns false if it already exists or has no parent. Changes
 * the owner through a descriptor, because the account may be able to replace the folder by a link.
 */
function createFolder(
  path: string,
  { uid, gid }: Pick<MachineAccount, 'uid' | 'gid'>,
  mode: number,
): boolean {
  if (existsSync(path) || !existsSync(dirname(path))) return false
  mkdirSync(path, { mode: 0o700 })
  const descriptor = openFolderAsRoot(path)
  try {
    fchownSync(descriptor, uid, gid)
    // After fchown, which clears the setgid bit.
    fchmodSync(descriptor, mode)
  } finally {
    closeSync(descriptor)
  }
  return true
}

/** Lists the configured folders outside the data folder, to which the unit must grant access. @throws ConfigError */
const foldersInSettings = (installation: Installation): WrittenFolder[] =>
  foldersOutsideUnit(loadConfig({}, {}, installation))

/**
 * Writes the drop-in for these folders, or deletes it if there are none, and creates missing folders. Returns the lines
 * to print: what was done, and what remains to do.
 */
export function writePaths({
  root,
  folders,
  user,
}: {
  root: string
  folders: readonly WrittenFolder[]
  user: string
}): string[] {
  const file = join(root, PATHS_FILE)
  if (folders.length === 0) {
    if (!existsSync(file)) return []
    rmSync(file)
    return [`Removed ${PATHS_FILE}: all folders are in the data folder.`]
  }
  writeAt(file, pathsDropIn(folders))
  const account = findAccount(user)
  return [
    `Wrote ${PATHS_FILE}:`,
    ...folders.map(({ setting, path }) => {
      const isNew = account !== undefined && createOutside(join(root, path), setting, account)
      const state = isNew ? ', which was made' : existsSync(join(root, path)) ? '' : MISSING
      return `  ${path} (${setting})${state}`
    }),
  ]
}

const MISSING = ', which is not there: make it, or mount its disk, and run this again'

const createOutside = (
  path: string,
  setting: WrittenFolder['setting'],
  { uid, gid }: MachineAccount,
): boolean =>
  setting === 'INBOX_FOLDER'
    ? createFolder(path, { uid, gid: findGroup(INBOX_GROUP) ?? gid }, INBOX_MODE)
    : createFolder(path, { uid, gid }, 0o700)

const unit = (program: string) =>
  systemdUnit({
    program,
    environmentFile: SETTINGS_FILE,
    stateDirectory: 'milepost',
    user: 'milepost',
    memoryMax: '1G',
  })

/** Returns the path of the executable. @throws Error when this process runs from source, which a unit cannot start */
function executable(): string {
  if (basename(process.execPath).startsWith('bun'))
    throw new Error('Only the built executable can be a service: run dist/milepost.')
  return resolve(process.execPath)
}
