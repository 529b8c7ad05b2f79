import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir, inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'

startInNewFolders()

const folder = (...names: string[]) => join(dataDir(), 'elsewhere', ...names)
const verify = (...options: string[]) => run('backup', 'verify', folder(), ...options)

async function restore(...options: string[]) {
  const target = newTestFolder()
  const result = await run('restore', folder(), '--data-dir', target, ...options)
  return { ...result, restored: readdirSync(target) }
}

const timeOf = (name: string) => name.replace('milepost-', '').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')

/** Makes two backups, of one user and of two. */
async function makeTwo(): Promise<{ older: string; newer: string }> {
  for (const username of ['ann', 'ben']) {
    await inContext((ctx) => aUser(ctx, { username }))
    await run('backup', '--to', folder())
  }
  const [older = '', newer = ''] = readdirSync(folder())
    .filter((name) => name.startsWith('milepost-'))
    .toSorted()
  return { older, newer }
}

test('verify and restore print the time and path of the backup that they use', async () => {
  const { older, newer } = await makeTwo()
  const path = folder(newer)
  expect((await verify()).out).toMatch(
    new RegExp(`^Backup of \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z: ${path}\n`),
  )
  expect((await restore()).out).toContain(`Z: ${path}\n`)
  expect((await restore()).out).toContain('2 users')
  for (const at of [timeOf(older), older, timeOf(older).replace('Z', '.123Z')]) {
    const { code, out } = await restore('--at', at)
    expect([code, out]).toEqual([0, expect.stringContaining(`Z: ${folder(older)}\n`)])
    expect(out).toContain('1 user,')
  }
})

test.each([
  ['lost its manifest', 'is missing', (path: string) => rmSync(join(path, 'manifest.json'))],
  [
    'has a damaged manifest',
    'is damaged',
    (path: string) => {
      const file = join(path, 'manifest.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace('files', 'filed'))
    },
  ],
])(
  'a newest backup that %s causes an error, and an older one must be selected',
  async (_, problem, damage) => {
    const { older, newer } = await makeTwo()
    damage(folder(newer))
    for (const run of [() => verify(), () => restore()]) {
      const { code, out, err } = await run()
      expect([code, out]).toEqual([1, ''])
      expect(err).toContain(
        `of ${timeOf(newer)}, cannot be used: The manifest of ${newer} ${problem}`,
      )
      expect(err).toContain(`--at TIME (${timeOf(older)}), or --accept-older`)
    }
    expect((await restore()).restored).toEqual([])
    for (const run of [() => verify('--accept-older'), () => restore('--accept-older')]) {
      const { code, out, err } = await run()
      expect(code).toBe(0)
      expect(out).toContain(`Z: ${folder(older)}\n`)
      expect(err).toContain(`WARNING: ${newer} was skipped. The manifest of ${newer} ${problem}`)
    }
    expect((await verify('--at', timeOf(older))).code).toBe(0)
    const wrong = await verify('--at', '2020-01-01T00:00:00Z')
    expect([wrong.code, wrong.err]).toEqual([
      3,
      expect.stringContaining(`The newest are of ${timeOf(newer)}, ${timeOf(older)}.`),
    ])
  },
)

test('an interrupted newer backup causes a warning', async () => {
  const { newer } = await makeTwo()
  const interrupted = 'milepost-2999-01-01T00-00-00Z'
  mkdirSync(folder(`.partial-${interrupted}`))
  const { code, out, err } = await verify()
  expect(code).toBe(0)
  expect(out).toContain(folder(newer))
  expect(err).toBe(`WARNING: ${interrupted} is incomplete: it is being made, or was interrupted.`)
})
