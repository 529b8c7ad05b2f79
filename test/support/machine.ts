import { describe, expect, test } from 'bun:test'
import type { Answer } from './client'

/** What a trigger does in a state: it is answered with a status, and leads somewhere, or is refused with a text. */
export type Outcome<State> = [status: number, leadsTo: State] | [status: number, refusal: RegExp]

/** Something with states: how it comes to be in each, what can happen to it, and what comes of it. */
export interface Machine<World, State extends string, Trigger extends string> {
  start: () => Promise<World>
  /** Bring a fresh world into a state. */
  states: Record<State, (world: World) => Promise<unknown> | undefined>
  /** The state a world is in. */
  look: (world: World) => Promise<State>
  triggers: Record<Trigger, (world: World) => Promise<Answer>>
  /** The outcome of every trigger in every state. */
  table: Record<State, Record<Trigger, Outcome<NoInfer<State>>>>
}

/** Tests every pair of a state and a trigger: its answer, and the state after it; what is refused changes nothing. */
export function testMachine<World, State extends string, Trigger extends string>(
  name: string,
  { start, states, look, triggers, table }: Machine<World, State, Trigger>,
): void {
  const pairs = (Object.keys(table) as State[]).flatMap((state) =>
    (Object.keys(triggers) as Trigger[]).map((trigger) => [state, trigger] as const),
  )
  describe(name, () => {
    test.each(pairs)('in the state "%s", on "%s"', async (state, trigger) => {
      const world = await start()
      await states[state](world)
      expect(await look(world)).toBe(state)
      const [status, outcome] = table[state][trigger]
      const answer = await triggers[trigger](world)
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status })
      if (outcome instanceof RegExp) expect(JSON.stringify(answer.body)).toMatch(outcome)
      expect(await look(world)).toBe(outcome instanceof RegExp ? state : outcome)
    })
  })
}
