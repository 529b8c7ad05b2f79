import { expect, test } from 'bun:test'
import { requireVisible } from '@/cli/systemd-unit'

test.each(['/home', '/root', '/tmp', '/var/tmp', '/run/user'])(
  'a unit is not made for what is in %s, which it would hide from the server',
  (folder) => {
    const program = `${folder}/milepost`
    expect(() => requireVisible(program)).toThrow(`install ${program} /usr/local/bin/milepost`)
  },
)

test.each(['/usr/bin/milepost', '/opt/milepost/milepost', '/homes/milepost'])(
  'a unit is made for %s',
  (program) => {
    expect(() => requireVisible(program)).not.toThrow()
  },
)
