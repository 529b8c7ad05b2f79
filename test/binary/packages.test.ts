import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@/build/compile'
import { writeDebianPackage } from '@/build/release/debian'
import { prepareTarget } from '@/build/targets'
import { aRide } from '../support/archives'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { newFolder } from '../support/folder'

const run = (...command: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command)
  return { code: exitCode, out: `${stdout}${stderr}` }
}

/** Installation changes the machine, so it must be requested, as CI does, and never replaces an existing one. */
const mayInstall =
  process.env.MILEPOST_TEST_INSTALL === '1' &&
  process.getuid?.() === 0 &&
  !existsSync('/usr/bin/milepost') &&
  !existsSync('/var/lib/milepost')
const hasDpkg = Bun.which('dpkg-deb') !== null
if (!hasDpkg || !mayInstall)
  console.warn('SKIPPED: dpkg -i, which needs root and MILEPOST_TEST_INSTALL=1')

describe.skipIf(!hasDpkg)('the Debian package', () => {
  const outfile = join(newFolder(), 'milepost.deb')
  let binary: InstalledBinary

  beforeAll(async () => {
    binary = installBinary()
    const program = join(binary.folder, 'milepost')
    await writeDebianPackage({
      program,
      version: '0.1.0+1a2b3c4',
      architecture: 'amd64',
      outfile,
      epoch: 1_790_000_000,
    })
  }, BUILD_TIMEOUT)
  afterAll(() => binary.remove())

  test('contains the executable, its unit, and settings that no upgrade overwrites', () => {
    const { out } = run('dpkg-deb', '--contents', outfile)
    for (const path of [
      './usr/bin/milepost',
      './usr/lib/systemd/system/milepost.service',
      './usr/lib/milepost/installation',
      './usr/share/milepost/milepost.env',
      './usr/share/man/man1/milepost.1.gz',
      './usr/share/bash-completion/completions/milepost',
      './usr/share/zsh/vendor-completions/_milepost',
      './usr/share/fish/vendor_completions.d/milepost.fish',
    ])
      expect(out).toContain(path)
    expect(out).toMatch(/^drwxr-xr-x root\/root .* \.\/$/m)
    expect(run('dpkg-deb', '--info', outfile).out).toContain('Version: 0.1.0~1a2b3c4')
    // dpkg would ask whether to replace settings in /etc whenever their text in the package changes.
    expect(out).not.toContain('./etc/')
  })

  test.skipIf(!mayInstall)(
    'is installed, runs as a separate user, and preserves the data when it is removed',
    () => {
      try {
        expect(run('dpkg', '-i', outfile)).toMatchObject({ code: 0 })
        const asMilepost = [
          // The temporary folder of the tests belongs to root.
          ...['env', '-u', 'TMPDIR', 'setpriv'],
          '--reuid',
          'milepost',
          '--regid',
          'milepost',
          '--clear-groups',
        ]
        const version = run(...asMilepost, '/usr/bin/milepost', 'version')
        expect(version).toMatchObject({ code: 0, out: expect.stringContaining('milepost 0.') })
        const create = ['users', 'create', 'ann', '--email', 'ann@example.com', '--role', 'owner']
        expect(run('/usr/bin/milepost', ...create)).toMatchObject({ code: 0 })
        const settings = '/etc/milepost.env'
        expect(run('stat', '-c', '%G %a', settings)).toMatchObject({ out: 'milepost 640\n' })
        appendFileSync(settings, 'LOG_LEVEL=warn\n')
        expect(run('dpkg', '-i', outfile)).toMatchObject({ code: 0 })
        expect(readFileSync(settings, 'utf8')).toEndWith('LOG_LEVEL=warn\n')
        expect(run(...asMilepost, '/usr/bin/milepost', 'db', 'status')).toMatchObject({ code: 0 })
        expect(run('dpkg', '--purge', 'milepost')).toMatchObject({ code: 0 })
        expect(existsSync('/usr/bin/milepost')).toBe(false)
        expect(existsSync(settings)).toBe(false)
        expect(existsSync('/var/lib/milepost/milepost.db')).toBe(true)
      } finally {
        run('dpkg', '--purge', 'milepost')
        run('deluser', '--system', 'milepost')
        run('rm', '-rf', '/var/lib/milepost')
      }
    },
    60_000,
  )
})

describe('the systemd unit', () => {
  const hasSystemd = Bun.which('systemd-analyze') !== null
  if (!hasSystemd) console.warn('SKIPPED: systemd-analyze security, which is not installed')

  test.skipIf(!hasSystemd)(
    'denies the server everything that it does not need',
    () => {
      const binary = installBinary()
      const { code, stdout } = binary.run(['service', 'print'])
      expect(code).toBe(0)
      expect(stdout).toContain(`ExecStart=${join(binary.folder, 'milepost')} serve`)
      const unit = join(newFolder(), 'milepost.service')
      writeFileSync(unit, stdout)
      const { out } = run('systemd-analyze', 'security', '--offline=true', unit)
      const [, exposure] = /Overall exposure level for milepost\.service: ([\d.]+)/.exec(out) ?? []
      expect(Number(exposure)).toBeLessThanOrEqual(2)
      binary.remove()
    },
    BUILD_TIMEOUT,
  )
})

describe('the executable for arm64', () => {
  const libraries = '/usr/aarch64-linux-gnu'
  const canRun =
    Bun.which('qemu-aarch64-static') !== null && existsSync(`${libraries}/lib/libstdc++.so.6`)
  if (!canRun)
    console.warn('SKIPPED: arm64, which needs qemu-user-static and libstdc++6-arm64-cross')

  test.skipIf(!canRun)(
    'starts and imports a ride',
    async () => {
      const folder = newFolder()
      const program = join(folder, 'milepost')
      await compile(prepareTarget('linux-arm64'), 'test', program)
      const ride = join(folder, 'ride.gpx')
      writeFileSync(ride, aRide(1))
      const milepost = (command: string) =>
        run(
          'qemu-aarch64-static',
          '-L',
          libraries,
          program,
          ...command.split(' '),
          '--data-dir',
          join(folder, 'data'),
        )
      expect(milepost('users create ann --email ann@example.com')).toMatchObject({ code: 0 })
      const { code, out } = milepost(`workouts import ${ride} --user ann`)
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringContaining('Imported workouts: 1.'),
      })
    },
    BUILD_TIMEOUT,
  )
})
