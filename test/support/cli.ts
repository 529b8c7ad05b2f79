import { beforeEach } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { runCommand } from '@/cli'
import type { Io } from '@/cli/io'
import { loadCommandConfig, withContext } from '@/cli/options'
import type { AppContext } from '@/services/context'
import { afterTest } from './after-test'
import { newTestFolder } from './folder'
import { PREPARED_DATABASE } from './prepared-database'

const place: { dataDir: string; output?: Writable } = { dataDir: '' }
const env = () => ({ DATA_DIR: place.dataDir, LOG_LEVEL: 'error' })

/** The data folder of the running test. */
export const dataDir = () => place.dataDir

const SILENT = {
  out: () => undefined,
  err: () => undefined,
  binary: () => new PassThrough(),
  confirm: () => false,
}

/** Sets the output for bytes that commands of the running test write. */
export const writeBytesTo = (output: Writable): void => {
  place.output = output
}

/** What a command printed, and its exit code. */
export interface CommandResult {
  code: number
  out: string
  err: string
}

/** Gives every test of a file a separate data folder with an empty database, for `run` and `inContext`. */
export function startInNewFolders(): void {
  beforeEach(startInNewFolder)
}

/** Gives the running test another data folder, as for another server. */
export function startInNewFolder(): void {
  place.dataDir = newTestFolder()
  writeFileSync(join(place.dataDir, 'milepost.db'), PREPARED_DATABASE)
}

/** Runs a command on the data folder of the test. */
export const run = (...args: string[]): Promise<CommandResult> => runOn({}, args)

/** Runs a command with another account, environment or installed executable. */
export const runAs = (
  { env: changed = {}, ...given }: Partial<Pick<Io, 'identity' | 'installation' | 'env'>>,
  ...args: string[]
): Promise<CommandResult> => runOn({ ...given, env: { ...env(), ...changed } }, args)

/** Runs a command on a terminal that redraws a line. */
export async function runOnTerminal(
  ...args: string[]
): Promise<CommandResult & { drawn: (string | null)[] }> {
  const drawn: (string | null)[] = []
  const result = await runOn({ status: (line) => void drawn.push(line) }, args)
  return { ...result, drawn }
}

async function runOn(terminal: Partial<Io>, args: string[]): Promise<CommandResult> {
  const out: string[] = []
  const err: string[] = []
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    binary: () => place.output ?? new PassThrough(),
    env: env(),
    confirm: () => false,
    ...terminal,
  }
  const code = await runCommand(args, io)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Starts a command on the data folder of the test in a separate process, which is killed when the test ends. */
export function startProcess(...args: string[]) {
  const child = Bun.spawn([process.execPath, 'src/main.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: place.dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  afterTest(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  return child
}

/** Runs `work` with the database that the commands use. */
export const inContext = <Result>(work: (ctx: AppContext) => Promise<Result>): Promise<Result> =>
  withContext(loadCommandConfig({}, { ...SILENT, env: env() }), ({ ctx }) => work(ctx))
