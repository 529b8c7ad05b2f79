import { describe, expect, test } from 'bun:test'
import { chownSync } from 'node:fs'
import { dataDir, run, startInNewFolders } from '../support/cli'

const OTHER = 12_345
const isRoot = process.getuid?.() === 0

startInNewFolders()

const create = () => run('users', 'create', 'ann', '--email', 'ann@example.org')

describe.skipIf(!isRoot)('to root', () => {
  test('a command says whose folder it writes to when that is another user’s', async () => {
    expect((await create()).err).toBe('')
    chownSync(dataDir(), OTHER, OTHER)
    const { code, err } = await run('users', 'update', 'ann', '--activate')
    expect(code).toBe(0)
    expect(err).toContain(`${dataDir()} belongs to another user`)
    expect(err).toContain(`sudo -u '#${OTHER}' milepost users update`)
  })

  test('an upgrade leaves files behind, and so minds whose folder it is', async () => {
    chownSync(dataDir(), OTHER, OTHER)
    expect((await run('upgrade')).err).toContain(`sudo -u '#${OTHER}' milepost upgrade`)
  })

  test('a command that only looks does not mind whose folder it is', async () => {
    chownSync(dataDir(), OTHER, OTHER)
    expect((await run('upgrade', '--check')).err).toBe('')
    expect((await run('config', 'check')).err).toBe('')
  })
})
