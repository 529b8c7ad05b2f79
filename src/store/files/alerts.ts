import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Lock } from '@/lib/concurrency/lock'
import type { Log } from '@/lib/log'
import { type Clock, DAY } from '@/lib/time/clock'
import { ALERT_KINDS, type AlertKind } from '@/store/db/schema/columns'

/** A problem of the server that owners are alerted to. */
export interface Alert {
  /** When it was first found, in milliseconds since the Unix epoch. */
  since: number
  /** When owners were last alerted, in milliseconds since the Unix epoch. */
  alertedAt: number
  /** Details of the problem, by name. */
  facts: Readonly<Record<string, string>>
  /** False once the problem is solved. Even then owners are not alerted again within a day. */
  isActive: boolean
  /** Whether owners got their email, and their notification, for `alertedAt`. */
  isMailed: boolean
  isNotified: boolean
}

type Alerts = Partial<Record<AlertKind, Alert>>

const FILE = 'alerts.json'

/**
 * The problems that owners are alerted to. They are stored in a file of the data folder and not in the database,
 * because the database may be what failed: the next start sends the notifications that could not be stored. If the file
 * cannot be written, a restart merely alerts owners again.
 *
 * Only the server changes them; commands read them.
 */
export class AlertStore {
  readonly #path: string
  readonly #clock: Pick<Clock, 'now'>
  readonly #log: Log
  /** Held while alerts are delivered, so that each is delivered only once. */
  readonly delivery = new Lock()
  #alerts: Alerts | undefined

  constructor(dataDir: string, { clock, log }: { clock: Pick<Clock, 'now'>; log: Log }) {
    this.#path = join(dataDir, FILE)
    this.#clock = clock
    this.#log = log
  }

  /** Records a problem. Returns true when owners are to be alerted, which is at most once a day. */
  raise(kind: AlertKind, facts: Alert['facts']): boolean {
    const now = this.#clock.now()
    const known = this.#all[kind]
    // A clock that was set back must not delay an alert for longer.
    const isDue = known === undefined || Math.abs(now - known.alertedAt) >= DAY
    if (known?.isActive && !isDue) return false
    this.#set(kind, {
      since: known?.isActive ? known.since : now,
      facts,
      isActive: true,
      ...(isDue
        ? { alertedAt: now, isMailed: false, isNotified: false }
        : { alertedAt: known.alertedAt, isMailed: known.isMailed, isNotified: known.isNotified }),
    })
    return isDue
  }

  /** Records that a problem is solved. Returns false when there was none. */
  clear(kind: AlertKind): boolean {
    const known = this.#all[kind]
    if (!known?.isActive) return false
    this.#set(kind, { ...known, isActive: false })
    return true
  }

  /** Records that owners were sent an email or a notification. */
  markDone(kind: AlertKind, done: Partial<Pick<Alert, 'isMailed' | 'isNotified'>>): void {
    const known = this.#all[kind]
    if (known) this.#set(kind, { ...known, ...done })
  }

  find(kind: AlertKind): Alert | undefined {
    return this.#all[kind]
  }

  isActive(kind: AlertKind): boolean {
    return this.#all[kind]?.isActive === true
  }

  /** The kinds of problems that owners have not been notified of. */
  listPending(): AlertKind[] {
    return ALERT_KINDS.filter((kind) => this.#all[kind]?.isNotified === false)
  }

  get #all(): Alerts {
    this.#alerts ??= readAlerts(this.#path)
    return this.#alerts
  }

  #set(kind: AlertKind, alert: Alert): void {
    this.#alerts = { ...this.#all, [kind]: alert }
    const partial = `${this.#path}.partial`
    try {
      writeFileSync(partial, JSON.stringify(this.#alerts), { mode: 0o600 })
      renameSync(partial, this.#path)
    } catch (error) {
      this.#log.warn({ err: error }, 'could not write alerts to the data folder')
    }
  }
}

/** Reads an alert from a data folder, for processes other than the server. */
export const findAlert = (dataDir: string, kind: AlertKind): Alert | undefined =>
  readAlerts(join(dataDir, FILE))[kind]

/** Reads the stored alerts. Returns none if the file is missing or damaged, which causes at most a second email. */
function readAlerts(path: string): Alerts {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, alert]) => isAlert(alert)))
  } catch {
    return {}
  }
}

const isAlert = (value: unknown): value is Alert =>
  typeof value === 'object' &&
  value !== null &&
  ['since', 'alertedAt'].every((key) => typeof Reflect.get(value, key) === 'number') &&
  ['isActive', 'isMailed', 'isNotified'].every(
    (key) => typeof Reflect.get(value, key) === 'boolean',
  ) &&
  typeof Reflect.get(value, 'facts') === 'object'
