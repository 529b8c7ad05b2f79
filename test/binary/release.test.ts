import { describe, expect, test } from 'bun:test'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@/build/compile'
import { writeDebianPackage } from '@/build/release/debian'
import { sha256 } from '@/build/release/native-parts'
import { hostTarget, prepareTarget } from '@/build/targets'
import { BUILD_TIMEOUT } from '../support/binary'
import { newTestFolder } from '../support/folder'

const hasDpkg = Bun.which('dpkg-deb') !== null
if (!hasDpkg) console.warn('SKIPPED: two Debian packages, apt-get install dpkg')

describe('two builds from the same sources', () => {
  test(
    'produce the same executable, even in other folders and with other names',
    async () => {
      const hashes: string[] = []
      for (const name of ['milepost', 'milepost-linux-x64']) {
        const outfile = join(newTestFolder(), name)
        await compile(prepareTarget(hostTarget()), '1.0.0', outfile)
        hashes.push(sha256(readFileSync(outfile)))
      }
      expect(hashes[1]).toBe(hashes[0] ?? '')
    },
    BUILD_TIMEOUT,
  )

  test.skipIf(!hasDpkg)(
    'produce the same Debian package, whatever the umask, dated by the commit',
    async () => {
      const hashes: string[] = []
      const before = process.umask()
      for (const umask of [0o022, 0o077]) {
        const folder = newTestFolder()
        const program = join(folder, 'milepost')
        await Bun.write(program, '#!/bin/sh\n')
        chmodSync(program, 0o700)
        process.umask(umask)
        const outfile = join(folder, 'milepost.deb')
        const order = { program, version: '1.0.0', architecture: 'amd64', outfile }
        await writeDebianPackage({ ...order, epoch: 1_790_000_000 }).finally(() =>
          process.umask(before),
        )
        hashes.push(sha256(readFileSync(outfile)))
        const list = Bun.spawnSync(['dpkg-deb', '--contents', outfile], { env: { TZ: 'UTC' } })
        const dates = [...list.stdout.toString().matchAll(/ (\d{4}-\d\d-\d\d \d\d:\d\d) /g)]
        expect(dates.length).toBeGreaterThan(10)
        for (const [, date] of dates) expect(date).toBe('2026-09-21 14:13')
      }
      expect(hashes[1]).toBe(hashes[0] ?? '')
    },
    BUILD_TIMEOUT,
  )
})
