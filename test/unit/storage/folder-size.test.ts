import { describe, expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderSize } from '@/store/files/stored-files'
import { newFolder } from '../../support/folder'

describe('folderSize', () => {
  test('adds up the files of all subfolders', async () => {
    const root = newFolder()
    for (let folder = 0; folder < 3; folder++) {
      const path = join(root, 'workouts', String(folder))
      mkdirSync(path, { recursive: true })
      for (let file = 0; file < 70; file++)
        writeFileSync(join(path, `${file}.gpx`), new Uint8Array(10))
    }
    writeFileSync(join(root, 'picture.jpg'), new Uint8Array(5))
    expect(await folderSize(root)).toBe(3 * 70 * 10 + 5)
  })

  test('is 0 for an empty or missing folder', async () => {
    const root = newFolder()
    expect(await folderSize(root)).toBe(0)
    expect(await folderSize(join(root, 'missing'))).toBe(0)
  })

  test('does not follow symbolic links', async () => {
    const root = newFolder()
    writeFileSync(join(root, 'a'), new Uint8Array(10))
    symlinkSync(root, join(root, 'again'))
    symlinkSync(join(root, 'a'), join(root, 'b'))
    expect(await folderSize(root)).toBe(10)
  })
})
