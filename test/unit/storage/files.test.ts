import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomIds } from '@/lib/ids'
import { openFiles } from '@/storage/files'
import { newTestFolder } from '../../support/folder'

function aStore() {
  const root = newTestFolder()
  const files = openFiles(root, randomIds, { hasRoom: () => true })
  return { root, files }
}

test('a stored file is there, a missing one is not, and a folder cannot be read', async () => {
  const { root, files } = aStore()
  mkdirSync(join(root, 'folder'))
  writeFileSync(join(root, 'folder/a.gpx'), 'x')
  const ask = async (path: string) => [
    await files.exists(path),
    (await files.fetch(path)) !== undefined,
  ]
  expect(await ask('folder/a.gpx')).toEqual([true, true])
  expect(await ask('folder/b.gpx')).toEqual([false, false])
  expect(await ask('folder/a.gpx/b.gpx')).toEqual([false, false])
  expect(await ask('folder')).toEqual([true, false])
})

test('a file that cannot be looked at is not taken for missing', async () => {
  const { root, files } = aStore()
  symlinkSync('loop.gpx', join(root, 'loop.gpx'))
  await expect(files.exists('loop.gpx')).rejects.toMatchObject({ code: 'ELOOP' })
  await expect(files.fetch('loop.gpx')).rejects.toMatchObject({ code: 'ELOOP' })
})
