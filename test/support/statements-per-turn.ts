import type { AppContext } from '@/services/context'
import { connectionsOf } from '@/store/db/connections/dialect'

/** The most statements that work has run without yielding to other work. */
export async function maxStatementsPerTurn(
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
