import type { AppContext } from '@/context'
import { connectionsOf } from '@/db/dialect'

/** Most statements that work has run without giving anybody else a turn. */
export async function mostStatementsInATurn(
  { db }: Pick<AppContext, 'db'>,
  work: () => Promise<unknown>,
): Promise<number> {
  let [most, now, isOver] = [0, 0, false]
  const stop = connectionsOf(db).listen(() => {
    now += 1
    most = Math.max(most, now)
  })
  const turn = () => {
    now = 0
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
  } finally {
    isOver = true
    stop()
  }
  return most
}
