/** The possible states after a power cut; undefined: it does not exist. */
type Possible = readonly (string | undefined)[]

/** A copy of a ledger that later entries do not change. */
export type LedgerCopy = ReadonlyMap<string, Possible>

/** What the server has acknowledged, and what it may have done in addition. */
export class Ledger {
  readonly #possible = new Map<string, Possible>()
  acknowledged = 0
  refused = 0

  /** Records that an object is about to become `state`: from now on it may have that state. */
  begin(thing: string, state: string | undefined): void {
    this.#possible.set(thing, [...(this.#possible.get(thing) ?? [undefined]), state])
  }

  /** Records that an object has the state `state`, as the server has acknowledged. */
  acknowledge(thing: string, state: string | undefined): void {
    this.acknowledged += 1
    this.#possible.set(thing, [state])
  }

  /** Records that a change was rejected. It may have happened anyway, but not in part. */
  refuse(): void {
    this.refused += 1
  }

  copy(): LedgerCopy {
    return new Map(this.#possible)
  }

  /** Resolves everything uncertain to the state found after a power cut. */
  settle(found: ReadonlyMap<string, string>): void {
    for (const thing of this.#possible.keys()) this.#possible.set(thing, [found.get(thing)])
    // The server assigns ids of workouts, so those whose response was lost are not known yet.
    for (const [thing, state] of found)
      if (thing.startsWith('workout ')) this.#possible.set(thing, [state])
  }
}

/** Everything acknowledged that is missing in the result, with a sentence about each. */
export function findLosses(
  expected: LedgerCopy,
  found: ReadonlyMap<string, string>,
): [thing: string, loss: string][] {
  const losses: [string, string][] = []
  for (const [thing, possible] of expected) {
    const state = found.get(thing)
    if (!possible.includes(state))
      losses.push([thing, `${thing} is ${state ?? 'missing'} instead of ${possible.join(' or ')}`])
  }
  return losses
}
