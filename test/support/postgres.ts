import { chmodSync, chownSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { freePort } from '@/build/free-port'
import { makeFolder } from './folder'

/** The folder of PostgreSQL in Debian. */
const VERSIONS = '/usr/lib/postgresql'
const PASSWORD = 'a password for tests only'
/** The user that runs servers when the tests are run by root, because PostgreSQL does not run as root. */
const UNPRIVILEGED = 'nobody'

/** The folder of PostgreSQL's executables, or undefined with a warning if it is not installed. */
export function findPostgres(): string | undefined {
  const found = Bun.which('initdb', { PATH: [...debianFolders(), process.env.PATH].join(':') })
  const mayRun = process.getuid?.() !== 0 || Bun.which('setpriv') !== null
  if (found && mayRun) return found.replace(/\/initdb$/, '')
  console.warn('\n*** TESTS ARE SKIPPED: PostgreSQL is not installed (Debian: postgresql). ***\n')
  return undefined
}

function debianFolders(): string[] {
  try {
    const versions = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(VERSIONS, version, 'bin'))
  } catch {
    return []
  }
}

/** A PostgreSQL server for one test. */
export interface Postgres {
  /** With user and password. */
  urlOf: (database: string) => string
  password: string
  stop: () => void
}

/** Starts a server with a password in a temporary folder, on a free port. */
export function startPostgres(programs: string): Postgres {
  const { folder, remove } = makeFolder()
  const data = join(folder, 'data')
  const secret = join(folder, 'password')
  writeFileSync(secret, PASSWORD)
  const asRoot = process.getuid?.() === 0
  if (asRoot) giveAway(folder, secret)
  const run = (program: string, ...args: string[]) => {
    const drop = ['setpriv', `--reuid=${UNPRIVILEGED}`, `--regid=${idOf('-g')}`, '--clear-groups']
    const command = [...(asRoot ? drop : []), join(programs, program), ...args]
    const { success, stderr } = Bun.spawnSync(command, { stdin: 'ignore', cwd: '/' })
    if (!success) throw new Error(`${program}: ${stderr}`)
  }
  const port = freePort()
  const auth = ['--auth=scram-sha-256', `--pwfile=${secret}`, '--username=postgres']
  try {
    run('initdb', `--pgdata=${data}`, ...auth, '--no-sync', '--encoding=UTF8', '--locale=C')
    writeFileSync(
      join(data, 'postgresql.auto.conf'),
      `fsync = off\nlisten_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = ''\n`,
    )
    run('pg_ctl', '--wait', `--pgdata=${data}`, `--log=${join(folder, 'log')}`, 'start')
  } catch (error) {
    remove()
    throw error
  }
  return {
    urlOf: (database) =>
      `postgresql://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`,
    password: PASSWORD,
    stop: () => {
      run('pg_ctl', '--wait', `--pgdata=${data}`, '--mode=immediate', 'stop')
      remove()
    },
  }
}

/** Folders of a test run, which are closed to other users. */
const OF_A_RUN = /^(milepost|tests)-/

/** Gives the user that runs the server access to its folder and the folders above. */
function giveAway(folder: string, secret: string): void {
  for (let above = tmpdir(); OF_A_RUN.test(basename(above)); above = dirname(above))
    chmodSync(above, 0o711)
  for (const path of [folder, secret]) chownSync(path, idOf('-u'), idOf('-g'))
}

const idOf = (option: '-u' | '-g') =>
  Number(Bun.spawnSync(['id', option, UNPRIVILEGED]).stdout.toString())
