import { beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { explainNoexec, extractNative } from '@/build/release/load-native'
import { newFolder } from '../../support/folder'

describe('embedded libraries', () => {
  const root = newFolder()
  const dir = join(root, 'native')
  const library = join(root, 'embedded-library')
  const addon = join(root, 'embedded-addon')
  const libraries = {
    folder: 'picture-2222',
    files: { 'lib/library.so': library, 'addon/picture.node': addon },
    addon: 'addon/picture.node',
  }

  beforeEach(() => {
    rmSync(dir, { recursive: true, force: true })
    writeFileSync(library, 'the library')
    writeFileSync(addon, 'the addon')
  })

  test('are written next to each other, for the owner only', () => {
    expect(extractNative(libraries, dir)).toBe(join(dir, 'picture-2222/addon/picture.node'))
    const written = join(dir, 'picture-2222/lib/library.so')
    expect(readFileSync(written, 'utf8')).toBe('the library')
    expect(statSync(written).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(dir, 'picture-2222/lib'))).toEqual(['library.so'])
  })

  test('are written again when an earlier write was interrupted', () => {
    extractNative(libraries, dir)
    writeFileSync(join(dir, 'picture-2222/lib/library.so'), 'the li')
    extractNative(libraries, dir)
    expect(readFileSync(join(dir, 'picture-2222/lib/library.so'), 'utf8')).toBe('the library')
  })

  test('replace those of an earlier version and leave other libraries unchanged', () => {
    mkdirSync(join(dir, 'picture-1111'), { recursive: true })
    mkdirSync(join(dir, 'sound-1111'))
    extractNative(libraries, dir)
    expect(existsSync(join(dir, 'picture-1111'))).toBe(false)
    expect(readdirSync(dir).sort()).toEqual(['picture-2222', 'sound-1111'])
  })
})

test.each([
  'ERR_DLOPEN_FAILED: /data/native/x.node: failed to map segment from shared object',
  'Error loading shared library /data/native/x.node: Operation not permitted',
])('the error of the loader %p is explained as that of a disk without executables', (message) => {
  const cause = new Error(message)
  const explained = explainNoexec(cause, '/data/native')
  expect(explained).toBeInstanceOf(Error)
  expect(String(explained)).toContain('from /data/native: that disk is mounted with noexec')
  expect((explained as Error).cause).toBe(cause)
})

test('other errors of the loader are unchanged', () => {
  const error = new Error('libstdc++.so.6: cannot open shared object file')
  expect(explainNoexec(error, '/data/native')).toBe(error)
})
