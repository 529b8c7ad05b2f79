import { median } from '../measure'
import { benchServer, residentMb } from '../server'
import type { Part } from '../stage'
import { startCeiling } from '../start-ceiling'

const ROUNDS = 5
/** Milliseconds after which a new server has released the memory that only its start needed. */
const SETTLED = 9000
const MAX_FRESH_MB = 65

/** The time from the start of the process to the first response, and the memory of an idle server. */
export const start: Part = {
  name: 'start',
  run: async (stage) => {
    const plan = { database: await stage.library(), reads: [], statics: [] }
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
    const memory: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
    const server = benchServer(stage.program)
    // The first start creates the database and unpacks native code.
    await server.start()
    await server.end('SIGTERM')
    for (let round = 0; round < (stage.isQuick ? 2 : ROUNDS); round++) {
      times.ours.push(await server.start())
      const ceiling = await startCeiling(stage.ceiling, stage.folder, plan)
      times.bare.push(ceiling.startedAfter)
      if (round === 0) {
        await Bun.sleep(SETTLED)
        memory.ours.push(server.residentMb())
        memory.bare.push(residentMb(ceiling.pid()))
      }
      await ceiling.stop()
      await server.end('SIGTERM')
    }
    server.remove()
    const fresh = median(memory.ours)
    return [
      {
        ...{ name: 'start to first answer', unit: 'ms' },
        ...{ ours: median(times.ours), bare: median(times.bare) },
      },
      {
        ...{ name: 'resident memory, fresh', unit: 'MB', ours: fresh, bare: median(memory.bare) },
        ...(fresh > MAX_FRESH_MB && { missed: `≤ ${MAX_FRESH_MB} MB` }),
      },
    ]
  },
}
