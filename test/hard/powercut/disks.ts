import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../attack'
import { type CutMode, DiskModel, type DiskState } from './disk-model'
import { type FuseDisk, mountFuseDisk } from './fuse'

/** The content of a disk after a power cut. */
export interface DiskImage {
  /** Calls `look` with a folder that contains it. */
  inspect: <Result>(look: (folder: string) => Promise<Result>) => Promise<Result>
  remove: () => void
}

/** A disk whose power can be cut. */
export interface TestDisk {
  /** The mount point. */
  path: string
  /** Takes an image of the durable data without disturbing the processes that use the disk. */
  cut: (mode: CutMode) => DiskImage
  /** Mounts an image in place of the disk, which no process may be using. */
  reboot: (image: DiskImage) => Promise<void>
  /** Allows faults to be injected; undefined for a real file system. */
  fuse: () => FuseDisk | undefined
  remove: () => Promise<void>
}

/** A folder for images and mounts, in memory if possible. */
export const newScratch = (): string => mkdtempSync('/dev/shm/milepost-powercut-')

/** A disk that drops everything that POSIX does not guarantee. @throws Error where FUSE cannot be mounted */
export async function strictDisk(scratch: string, random: Random): Promise<TestDisk> {
  const path = join(scratch, 'disk')
  let number = 0
  mkdirSync(path, { recursive: true })
  const state = { fuse: await mountFuseDisk(path, new DiskModel()) }
  const images = new WeakMap<DiskImage, DiskState>()
  return {
    path,
    fuse: () => state.fuse,
    cut: (mode) => {
      const found = state.fuse.model.cut(mode, random)
      const image: DiskImage = {
        inspect: async (look) => {
          number += 1
          const opened = join(scratch, `image-${number}`)
          found.writeTo(opened)
          return look(opened).finally(() => rmSync(opened, { recursive: true, force: true }))
        },
        remove: () => undefined,
      }
      images.set(image, found)
      return image
    },
    reboot: async (image) => {
      const found = images.get(image)
      if (!found) throw new Error('an image of another disk')
      await state.fuse.unmount()
      state.fuse = await mountFuseDisk(path, DiskModel.from(found))
    },
    remove: () => state.fuse.unmount(),
  }
}

const run = (...command: string[]) => {
  const { success, stderr } = Bun.spawnSync(command, { stdio: ['ignore', 'ignore', 'pipe'] })
  if (!success) throw new Error(`${command.join(' ')}: ${stderr.toString().trim()}`)
}

const IMAGE_SIZE = '2G'
/** Journal commits and writeback at other times than an fsync would make data durable by chance. */
const MOUNT_OPTIONS = 'loop,commit=600'

/**
 * An ext4 file system on a loop device. The image file contains exactly what has reached the block device. `freeze` is
 * called while it is copied. @throws Error where mounting is impossible
 */
export function ext4Disk(scratch: string, freeze: (work: () => void) => void): TestDisk {
  const path = join(scratch, 'disk')
  const file = join(scratch, 'disk.img')
  mkdirSync(path, { recursive: true })
  run('truncate', '-s', IMAGE_SIZE, file)
  run('mkfs.ext4', '-q', '-F', '-m', '0', '-b', '4096', '-J', 'size=8', file)
  run('mount', '-o', MOUNT_OPTIONS, file, path)
  const files = new WeakMap<DiskImage, string>()
  let number = 0
  return {
    path,
    fuse: () => undefined,
    cut: () => {
      number += 1
      const copy = join(scratch, `cut-${number}.img`)
      freeze(() => run('cp', '--sparse=always', '--reflink=auto', file, copy))
      const image: DiskImage = {
        inspect: async (look) => {
          const opened = copy.replace('.img', '')
          mkdirSync(opened, { recursive: true })
          run('mount', '-o', 'loop', copy, opened)
          return look(opened).finally(() => run('umount', opened))
        },
        remove: () => rmSync(copy, { force: true }),
      }
      files.set(image, copy)
      return image
    },
    reboot: async (image) => {
      const copy = files.get(image)
      if (copy === undefined) throw new Error('an image of another disk')
      run('umount', path)
      run('cp', '--sparse=always', copy, file)
      run('mount', '-o', MOUNT_OPTIONS, file, path)
    },
    remove: async () => run('umount', '-l', path),
  }
}
