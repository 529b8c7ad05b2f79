import type { AppContext } from '@/services/context'

/** Everything that is stored from the analysis of recordings. */
export async function readStoredAnalysis({ ctx: { db } }: { ctx: Pick<AppContext, 'db'> }) {
  const all = (table: 'efforts' | 'workout_intensity' | 'workout_loads' | 'load_sums') =>
    db.selectFrom(table).selectAll().execute()
  return {
    efforts: await all('efforts'),
    intensity: await all('workout_intensity'),
    loads: await all('workout_loads'),
    sums: await all('load_sums'),
  }
}
