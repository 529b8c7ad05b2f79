import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './folder'

/** Bytes that the system keeps in memory of files. */
export function cachedBytes(paths: readonly string[]): number {
  const command = ['fincore', '--bytes', '--noheadings', '--output', 'RES', ...paths]
  const lines = Bun.spawnSync(command).stdout.toString().trim().split('\n')
  return lines.reduce((sum, line) => sum + Number(line), 0)
}

/** Whether the system tells that, and evicts files when a program of its own asks for it: some file systems do not. */
export function evictsFiles(): boolean {
  if (!(Bun.which('fincore') && Bun.which('dd'))) return false
  const { folder, remove } = makeFolder()
  try {
    const path = join(folder, 'file')
    const file = openSync(path, 'w')
    writeSync(file, Buffer.alloc(100_000, 'x'))
    fsyncSync(file)
    closeSync(file)
    const before = cachedBytes([path])
    Bun.spawnSync(['dd', `if=${path}`, 'iflag=nocache', 'count=0'], { stderr: 'ignore' })
    return before > 0 && cachedBytes([path]) === 0
  } finally {
    remove()
  }
}
