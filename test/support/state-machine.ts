import { describe, expect, test } from 'bun:test'
import type { Answer } from './client'

/** The outcome of a trigger in a state: a response status and the next state, or a status and an error message. */
export type Outcome<State> = [status: number, leadsTo: State] | [status: number, refusal: RegExp]

/** A state machine: how to reach each state, its triggers, and their outcomes. */
export interface StateMachine<World, State extends string, Trigger extends string> {
  start: () => Promise<World>
  /** Bring a new world into a state. */
  states: Record<State, (world: World) => Promise<unknown> | undefined>
  /** The current state of a world. */
  look: (world: World) => Promise<State>
  triggers: Record<Trigger, (world: World) => Promise<Answer>>
  /** The outcome of every trigger in every state. */
  table: Record<State, Record<Trigger, Outcome<NoInfer<State>>>>
}

/**
 * Tests every combination of a state and a trigger: its response, and the state after it. Rejected triggers change
 * nothing.
 */
export function testStateMachine<World, State extends string, Trigger extends string>(
  name: string,
  { start, states, look, triggers, table }: StateMachine<World, State, Trigger>,
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
