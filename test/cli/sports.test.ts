import { describe, expect, test } from 'bun:test'
import { inContext, run, startInNewFolders } from '../support/cli'
import { aUser } from '../support/factories'

startInNewFolders()

const sports = (...more: string[]) => run('sports', ...more)
/** Commands require an existing database. */
const prepare = () => inContext((ctx) => aUser(ctx, { username: 'ann' }))

describe('sports', () => {
  test('lists the enabled sports, and all with --all', async () => {
    await prepare()
    const { out } = await sports('list')
    expect(out).toContain('5\tRunning\tenabled')
    expect(out).not.toContain('Yoga')
    expect((await sports('list', '--all')).out).toContain('1002\tYoga\tenabled')
  })

  test('creates, edits and deletes a custom sport', async () => {
    await prepare()
    const created = await sports(
      'create',
      '--label',
      'Unicycling',
      '--behaves-like',
      'Cycling (Sport)',
    )
    expect(created).toMatchObject({
      ...{ code: 0, out: 'Sport Unicycling is created with the number 10001.' },
    })
    const changes = ['--label', 'Unicycle', '--icon', 'bike', '--color', '#1d63b8', '--disable']
    expect(await sports('edit', 'unicycling', ...changes)).toMatchObject({
      ...{ code: 0, out: 'Sport Unicycle is changed.' },
    })
    expect((await sports('list', '--all')).out).toContain(
      '10001\tUnicycle\tdisabled\tlike Cycling (Sport)',
    )
    expect(await sports('delete', '10001')).toMatchObject({
      ...{ code: 0, out: 'Sport Unicycle is deleted.' },
    })
    expect((await sports('list', '--all')).out).not.toContain('Unicycle')
  })

  test.each([
    [['edit', 'Running'], 2, 'Give at least one change.'],
    [['edit', 'Running', '--enable', '--disable'], 2, 'Give --enable or --disable, not both.'],
    [
      ['edit', 'Running', '--label', 'Jog'],
      5,
      'Only custom sports can be given another label, icon or colour.',
    ],
    [
      ['create', '--label', 'Running', '--behaves-like', '5'],
      1,
      'sport with the same label already exists',
    ],
    [
      ['create', '--label', 'A', '--behaves-like', '5', '--icon', 'moon'],
      1,
      "icon 'moon' does not exist",
    ],
    [
      ['delete', 'Running'],
      5,
      "Running is not a custom sport and cannot be deleted. To no longer offer it: milepost sports edit 'Running' --disable",
    ],
    [
      ['delete', 'Quidditch'],
      3,
      "invalid sport id 'Quidditch': milepost sports list --all shows all.",
    ],
  ])('%p is rejected', async (command, code, err) => {
    await prepare()
    expect(await sports(...command)).toMatchObject({ code, err })
  })
})
