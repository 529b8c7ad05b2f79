import { type Attack, type AttackContext, unexpectedStatus } from '../attack'
import { attackInContainer, type Container } from '../container'
import { newVictim } from '../victim'
import { watch } from '../watch'
import { bombs } from './bombs'
import { largeBodies } from './large-bodies'
import { manyAtOnce } from './many-at-once'

const MEGABYTES = 256

/** Requests that need a lot of memory, where memory is limited. The server must not be killed for lack of it. */
export const smallContainer: Attack = {
  name: `a container of ${MEGABYTES} MB`,
  isAlone: true,
  run: (stage) =>
    attackInContainer(stage, MEGABYTES, async (container) => {
      for (const attack of [largeBodies, bombs, manyAtOnce])
        await attackInside(stage, attack, container)
    }),
}

async function attackInside(stage: AttackContext, { name, run }: Attack, container: Container) {
  const victim = newVictim(stage.victim.program, { wrapper: container.wrapper })
  const { tried, saw } = stage
  await victim.start()
  tried(!container.holds(victim.pid()) && `${name}: the server is not inside`)
  const end = watch(victim)
  try {
    await run({ ...stage, victim, isLong: false })
    saw(await end())
    tried(
      unexpectedStatus(`${name}: afterwards`, (await victim.call('GET', '/api/ping')).status, 200),
    )
  } finally {
    const code = await victim.end('SIGTERM')
    tried(code !== 0 && `${name}: the server ended with ${code}`)
    tried(container.killed() > 0 && `${name}: ended ${container.killed()} times for want of memory`)
    victim.remove()
  }
}
