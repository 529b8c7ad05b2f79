import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '@/store/db/migrations'
import { dataDir, run, startInNewFolders } from '../support/cli'
import { newTestFolder } from '../support/folder'
import { realisticSchemas } from '../support/schemas'

startInNewFolders()

const schemas = await realisticSchemas()
const names = Object.keys(migrations)
/** All schemas but the newest, which needs no upgrade. */
const old = names.slice(0, -1)
/** The bytes after the header of a database file, which changes when WAL mode is set. */
const contentOf = (file: Buffer) => file.subarray(100)

test.each(old)(
  'a database whose last migration is %s is backed up, verified and checked',
  async (name) => {
    writeFileSync(join(dataDir(), 'milepost.db'), schemas.get(name) ?? '')
    const before = contentOf(schemas.get(name) ?? Buffer.of())
    const folder = newTestFolder()
    expect(await run('backup', '--to', folder)).toMatchObject({ code: 0 })
    expect(await run('backup', 'verify', folder)).toMatchObject({ code: 0, err: '' })
    const { out } = await run('doctor', '--offline')
    expect(out).toContain('ok       pages and references')
    expect(out).toContain('pending; totals and other derived values are checked after these')
    expect(out).toContain('milepost upgrade --check')
    expect(out).not.toContain('no such')
    expect(await run('upgrade', '--check')).toMatchObject({ code: 0 })
    expect(contentOf(readFileSync(join(dataDir(), 'milepost.db'))).equals(before)).toBeTrue()
  },
)
