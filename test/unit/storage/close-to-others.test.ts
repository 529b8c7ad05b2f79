import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeToOthers } from '@/store/files/restrict-access'
import { newFolder } from '../../support/folder'

test('closeToOthers removes the access of other users from the data folder, and from nothing else', () => {
  const dataDir = newFolder()
  const at = (name: string) => join(dataDir, name)
  const config = { dataDir, databaseFile: at('milepost.db'), uploadsDir: at('uploads') }
  closeToOthers(config)
  mkdirSync(at('uploads'))
  chmodSync(at('uploads'), 0o755)
  const open = ['milepost.db', 'milepost.db-wal', 'milepost.db.before-0040', 'secret.key']
  for (const name of [...open, 'notes.txt']) {
    writeFileSync(at(name), 'x')
    chmodSync(at(name), 0o644)
  }
  closeToOthers(config)
  const modeOf = (name: string) => (statSync(at(name)).mode & 0o777).toString(8)
  expect([...open, 'uploads', 'notes.txt'].map(modeOf)).toEqual([
    ...open.map(() => '600'),
    '700',
    '644',
  ])
})
