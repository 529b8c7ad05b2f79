import { afterAll } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './folder'

const BLOCK = 4096
const DISK_MEGABYTES = 64

/** A disk that fails on demand. */
interface FailingDisk {
  folder: string
  /** A shell command that makes writes to free blocks fail, as on a broken disk: fsync returns an error. */
  fill: () => string
  /** Undoes `fill`. */
  free: () => void
  /** Mounts a copy of the disk without cached writes. Returns its folder. */
  cutPower: () => string
}

function sh(command: string): string {
  const { success, stdout, stderr } = Bun.spawnSync(['sh', '-ec', command])
  if (!success) throw new Error(`${command}: ${stderr}`)
  return stdout.toString()
}

/** Ranges of unused blocks, as `dumpe2fs` lists them. */
const freeBlocks = (image: string): [first: number, last: number][] =>
  [...sh(`dumpe2fs ${image} 2>/dev/null`).matchAll(/^\s+Free blocks: (\S.*)$/gm)].flatMap(
    ([, list = '']) =>
      list.split(', ').map((range): [number, number] => {
        const [first = 0, last = first] = range.split('-').map(Number)
        return [first, last]
      }),
  )

/**
 * A file system on an image in memory, for the tests of a file. Free blocks of the image are holes, for which no memory
 * is left once a second file has taken the rest: metadata can still be written, data cannot. Undefined, with a warning,
 * where mounting is impossible (it requires root and Linux with loop devices): such tests are skipped.
 */
export function failingDisk(): FailingDisk | undefined {
  const { folder: base, remove } = makeFolder()
  const [memory, folder, cut] = ['memory', 'disk', 'cut'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]
  const [image, filler] = [join(memory, 'image'), join(memory, 'filler')]
  const end = () => {
    for (const path of [cut, folder, memory]) Bun.spawnSync(['umount', '-l', path])
    remove()
  }
  try {
    sh(`mkdir ${memory} ${folder} ${cut}`)
    sh(`mount -t tmpfs -o size=${DISK_MEGABYTES + 8}m milepost-test ${memory}`)
    sh(`truncate -s ${DISK_MEGABYTES}M ${image}.sparse`)
    sh(
      `mkfs.ext4 -q -b ${BLOCK} -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 ${image}.sparse`,
    )
    sh(`cp --sparse=never ${image}.sparse ${base}/full && rm ${image}.sparse`)
    sh(`cat ${base}/full > ${image} && rm ${base}/full && mount -o loop ${image} ${folder}`)
  } catch (error) {
    end()
    console.warn(`SKIPPED: tests on a disk that fails need root and loop devices (${error})`)
    return undefined
  }
  afterAll(end)
  return {
    folder,
    fill: () => {
      sh(`sync -f ${folder}`)
      for (const [first, last] of freeBlocks(image))
        sh(`fallocate -p -o ${first * BLOCK} -l ${(last - first + 1) * BLOCK} ${image}`)
      return `dd if=/dev/zero of=${filler} bs=${BLOCK}`
    },
    free: () => rmSync(filler),
    cutPower: () => {
      sh(`cp --sparse=always ${image} ${base}/copy && mount -o loop ${base}/copy ${cut}`)
      return cut
    },
  }
}
