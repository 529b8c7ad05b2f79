import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '@/build/project'
import { natives } from '@/build/release/natives'
import { hostTarget, prepareTarget } from '@/build/targets'
import { newFolder } from '../support/folder'

const PROGRAM = `
  import Database from 'better-sqlite3'
  const { v } = new Database(':memory:').prepare('select sqlite_version() as v').get()
  const { default: sharp } = await import('sharp')
  const red = sharp({ create: { width: 8, height: 4, channels: 3, background: '#f00' } })
  const { width, height } = await sharp(await red.png().toBuffer()).metadata()
  console.log(JSON.stringify({ sqlite: v, width, height }))
`

describe('native code embedded in an executable', () => {
  const root = newFolder()
  const folder = join(root, 'empty')
  const temporary = join(root, 'tmp')
  const kept = join(root, 'kept')
  const program = join(root, 'program')

  beforeAll(async () => {
    mkdirSync(folder)
    mkdirSync(temporary)
    const target = prepareTarget(hostTarget())
    // The entry point is in the project, so that packages are found during compilation.
    const entry = inProject('dist', `natives-${process.pid}.ts`)
    await Bun.write(entry, PROGRAM)
    try {
      await Bun.build({
        entrypoints: [entry],
        target: 'bun',
        compile: { target: target.bun, outfile: program },
        plugins: [natives(target)],
      })
    } finally {
      rmSync(entry)
    }
  }, 60_000)

  const run = (env: Record<string, string>) => {
    const done = Bun.spawnSync([program], { cwd: folder, env: { TMPDIR: temporary, ...env } })
    expect(done.stderr.toString()).toBe('')
    return JSON.parse(done.stdout.toString())
  }

  test('loads from a folder to which it is written once, for the owner only', () => {
    expect(run({ MILEPOST_NATIVE_DIR: kept })).toMatchObject({ width: 8, height: 4 })
    expect(statSync(kept).mode & 0o777).toBe(0o700)
    const names = readdirSync(kept).sort()
    expect(names.map((name) => name.replace(/-[0-9a-f]{12}$/, ''))).toEqual([
      'better-sqlite3',
      'sharp',
    ])
    const [driver = ''] = names
    const written = statSync(join(kept, driver, 'better-sqlite3.node')).mtimeMs
    expect(run({ MILEPOST_NATIVE_DIR: kept }).sqlite).toMatch(/^3\./)
    expect(statSync(join(kept, driver, 'better-sqlite3.node')).mtimeMs).toBe(written)
  })

  test('leaves no files behind without a separate folder', () => {
    expect(run({})).toMatchObject({ width: 8, height: 4 })
    expect(readdirSync(temporary)).toEqual([])
    expect(existsSync(join(folder, 'node_modules'))).toBe(false)
  })
})
