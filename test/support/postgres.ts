import { chmodSync, chownSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { freePort } from '@/build/free-port'
import { makeFolder } from './folder'

/** Where Debian keeps the programs of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql'
const PASSWORD = 'a password for tests only'
/** Runs servers where the tests are run by root, as which PostgreSQL refuses to run. */
const UNPRIVILEGED = 'nobody'

/** The folder of the programs of PostgreSQL; undefined, with a warning, where it is not installed. */
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

/** A PostgreSQL server that is the test's alone. */
export interface Postgres {
  /** With user and password. */
  urlOf: (database: string) => string
  password: string
  stop: () => void
}

/** Starts a server in a temporary folder, on a port that is free, with a password. */
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

/** Folders of a run of the tests, which are closed to other users. */
const OF_A_RUN = /^(milepost|tests)-/

/** Lets the user that runs the server into its folder, below those of the run. */
function giveAway(folder: string, secret: string): void {
  for (let above = tmpdir(); OF_A_RUN.test(basename(above)); above = dirname(above))
    chmodSync(above, 0o711)
  for (const path of [folder, secret]) chownSync(path, idOf('-u'), idOf('-g'))
}

const idOf = (option: '-u' | '-g') =>
  Number(Bun.spawnSync(['id', option, UNPRIVILEGED]).stdout.toString())
