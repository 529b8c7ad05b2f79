import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..', '..')

/** Absolute path of a file or folder of this checkout. */
export const inProject = (...parts: string[]) => join(root, ...parts)

/** Writes a file atomically. Creates its folder if necessary. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const partial = `${path}.${process.pid}.tmp`
  writeFileSync(partial, content)
  renameSync(partial, path)
}

/**
 * Version of this checkout: the one of package.json and the commit, as `0.1.0+1a2b3c4`, with `.dirty` after
 * it when tracked files differ from the commit, and without a commit outside of a git checkout.
 */
export function buildVersion(): string {
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const git = Bun.spawnSync(
    ['git', 'describe', '--always', '--dirty=.dirty', '--abbrev=7', '--exclude=*'],
    { cwd: root, stderr: 'ignore' },
  )
  const commit = git.success ? git.stdout.toString().trim() : ''
  return commit === '' ? version : `${version}+${commit}`
}

/**
 * Returns SOURCE_DATE_EPOCH, or else the time of the commit, or else the current time, in seconds since the Unix epoch.
 * Builds of the same commit thus contain the same dates.
 */
export function buildEpoch(): number {
  const given = Number(process.env.SOURCE_DATE_EPOCH)
  if (process.env.SOURCE_DATE_EPOCH && Number.isInteger(given)) return given
  const command = ['git', 'log', '-1', '--format=%ct']
  const git = Bun.spawnSync(command, { cwd: root, stderr: 'ignore' })
  return git.success ? Number(git.stdout.toString().trim()) : Math.floor(Date.now() / 1000)
}
