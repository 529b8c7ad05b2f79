import { expect, test } from 'bun:test'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomIds } from '@/lib/text/ids'
import { openFiles } from '@/store/files/stored-files'
import { newTestFolder } from '../../support/folder'

function aStore() {
  const root = newTestFolder()
  const files = openFiles(root, randomIds, { hasSpace: () => true })
  return { root, files }
}

test('exists and fetch find stored files and no missing ones, and fetch returns no folder', async () => {
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

test('exists and fetch throw for a file that cannot be checked', async () => {
  const { root, files } = aStore()
  symlinkSync('loop.gpx', join(root, 'loop.gpx'))
  await expect(files.exists('loop.gpx')).rejects.toMatchObject({ code: 'ELOOP' })
  await expect(files.fetch('loop.gpx')).rejects.toMatchObject({ code: 'ELOOP' })
})

test('listings throw for unreadable folders and are empty for missing ones', async () => {
  const { root, files } = aStore()
  mkdirSync(join(root, 'workouts/1'), { recursive: true })
  writeFileSync(join(root, 'workouts/1/a.gpx'), 'x')
  const looks = () => [
    Array.fromAsync(files.list()),
    files.filesIn('workouts/1'),
    files.foldersIn('workouts'),
  ]
  expect(await Promise.all(looks())).toMatchObject([
    [{ path: 'workouts/1/a.gpx', size: 1 }],
    [{ path: 'workouts/1/a.gpx' }],
    ['1'],
  ])
  rmSync(root, { recursive: true })
  expect(await Promise.all(looks())).toEqual([[], [], []])
  symlinkSync(root, root)
  for (const look of await Promise.allSettled(looks()))
    expect(look).toMatchObject({ status: 'rejected', reason: { code: 'ELOOP' } })
})
