import { createHash, timingSafeEqual } from 'node:crypto'
import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AppContext } from '@/services/context'
import { type InstanceFigures, measureInstance } from '@/use-cases/instance/measure-instance'

/** The path that Prometheus scrapes. */
export const METRICS_PATH = '/metrics'

/** Collects request metrics, and exposes them with the state of the server in the text format of Prometheus. */
export interface Metrics {
  /** Records a finished request. The duration is in milliseconds. */
  record: (method: string, route: string, response: { status: number; ms: number }) => void
  /** Responds to a scrape: 401 without the token. */
  handle: (request: Request) => Promise<Response>
}

/** Upper bounds in seconds, from a cached response to an upload. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/** The metrics of a server; undefined where no token is configured. */
export async function openMetrics(ctx: AppContext): Promise<Metrics | undefined> {
  const { metricsToken } = ctx.config
  if (metricsToken === undefined) return undefined
  // Loaded on demand, because most servers do not use metrics.
  const client = await import('prom-client')
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  const requests = requestMetrics(client, registry)
  const state = stateGauges(client, registry)
  return {
    record: (method, route, { status, ms }) => {
      requests.count.inc({ method, route, status })
      requests.duration.observe({ method, route }, ms / 1000)
    },
    handle: async (request) => {
      if (!isToken(request.headers.get('authorization'), metricsToken))
        return new Response('unauthorized\n', {
          status: 401,
          headers: { 'www-authenticate': 'Bearer' },
        })
      showState(state, await measureInstance(ctx))
      return new Response(await registry.metrics(), {
        headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
      })
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time, so that the time does not reveal a correct prefix. */
const isToken = (header: string | null, token: string) =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))

type Client = typeof import('prom-client')

const REQUESTS = {
  milepost_http_requests_total: 'Requests answered.',
  milepost_http_request_duration_seconds: 'Time until the answer was ready.',
}

function requestMetrics(
  client: Client,
  registry: Registry,
): { count: Counter; duration: Histogram } {
  const registers = [registry]
  return {
    count: new client.Counter({
      name: 'milepost_http_requests_total',
      help: REQUESTS.milepost_http_requests_total,
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    duration: new client.Histogram({
      name: 'milepost_http_request_duration_seconds',
      help: REQUESTS.milepost_http_request_duration_seconds,
      labelNames: ['method', 'route'],
      buckets: BUCKETS,
      registers,
    }),
  }
}

const STATE = {
  milepost_users: 'Active accounts.',
  milepost_workouts: 'Workouts.',
  milepost_tasks_queued: 'Background tasks that wait, by type.',
  milepost_mails_waiting: 'Mails that have not been sent yet.',
  milepost_database_bytes: 'Size of the database with its log of changes.',
  milepost_uploads_bytes: 'Size of all uploaded files.',
  milepost_backup_last_timestamp_seconds: 'When the newest full backup was created.',
  milepost_backup_last_failure_timestamp_seconds: 'When the last full backup failed.',
  milepost_database_writable:
    '1 while the database takes writes; 0 from a failed fsync until the next start.',
  milepost_alert: '1 while the server has a fault that its owners are alerted to, by kind.',
}

/** What each metric of this server means. Those of the process, which `prom-client` defines, are not included. */
export const METRIC_TEXTS: Readonly<Record<string, string>> = { ...REQUESTS, ...STATE }

/** Labels of the gauges that have labels. */
const LABELS: Readonly<Record<string, string[]>> = {
  milepost_tasks_queued: ['type'],
  milepost_alert: ['kind'],
}

type State = Record<keyof typeof STATE, Gauge>

function stateGauges(client: Client, registry: Registry): State {
  const gauges = Object.entries(STATE).map(([name, help]) => {
    const labelNames = LABELS[name] ?? []
    return [name, new client.Gauge({ name, help, labelNames, registers: [registry] })]
  })
  return Object.fromEntries(gauges)
}

function showState(state: State, figures: InstanceFigures): void {
  state.milepost_users.set(figures.users)
  state.milepost_workouts.set(figures.workouts)
  for (const [type, count] of Object.entries(figures.queuedTasks))
    state.milepost_tasks_queued.set({ type }, count)
  state.milepost_mails_waiting.set(figures.waitingMails)
  state.milepost_database_bytes.set(figures.databaseBytes)
  state.milepost_uploads_bytes.set(figures.uploadsBytes)
  state.milepost_backup_last_timestamp_seconds.set(figures.lastBackup ?? 0)
  state.milepost_backup_last_failure_timestamp_seconds.set(figures.lastBackupFailure ?? 0)
  state.milepost_database_writable.set(figures.isWritable ? 1 : 0)
  for (const { kind, isActive } of figures.alerts)
    state.milepost_alert.set({ kind }, isActive ? 1 : 0)
}
