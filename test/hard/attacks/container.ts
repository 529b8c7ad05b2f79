import { type Attack, type Stage, unless } from '../attack'
import { type Container, makeContainer } from '../container'
import { newVictim } from '../victim'
import { watch } from '../watch'
import { bombs } from './bombs'
import { largeBodies } from './large-bodies'
import { manyAtOnce } from './many-at-once'

const MEGABYTES = 256

/** Whatever asks for much memory, where there is only so much; the server is not ended for want of it. */
export const smallContainer: Attack = {
  name: `a container of ${MEGABYTES} MB`,
  isAlone: true,
  run: async (stage) => {
    let container: Container
    try {
      container = makeContainer(MEGABYTES)
    } catch (error) {
      stage.skip(`no control group may be made: ${error}`)
      return
    }
    try {
      for (const attack of [largeBodies, bombs, manyAtOnce])
        await attackInside(stage, attack, container)
    } finally {
      container.remove()
    }
  },
}

async function attackInside(stage: Stage, { name, run }: Attack, container: Container) {
  const victim = newVictim(stage.victim.program, { wrapper: container.wrapper })
  const { tried, saw } = stage
  await victim.start()
  tried(!container.holds(victim.pid()) && `${name}: the server is not inside`)
  const end = watch(victim)
  try {
    await run({ ...stage, victim, isLong: false })
    saw(await end())
    tried(unless(`${name}: afterwards`, (await victim.call('GET', '/api/ping')).status, 200))
  } finally {
    const code = await victim.end('SIGTERM')
    tried(code !== 0 && `${name}: the server ended with ${code}`)
    tried(container.killed() > 0 && `${name}: ended ${container.killed()} times for want of memory`)
    victim.remove()
  }
}
