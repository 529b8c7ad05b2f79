import { dirname } from 'node:path'
import type { Config } from '@/lib/config/config'
import { SECRET_VARIABLES, VARIABLES, type VariableName } from '@/lib/config/environment-variables'
import type { Settings } from '@/lib/config/read-settings'

/** A setting as `config print` shows it. */
export interface DescribedSetting {
  name: VariableName
  /** The value in effect; null if there is none, or if it is only known in words (`default`). */
  value: string | null
  /** Where it was set; null for a default. */
  source: string | null
  /** The default in the words of the documentation; null if there is none. */
  default: string | null
}

const HIDDEN = '(secret)'
/** Parts of other settings that are secrets: passwords in URLs, and keys of map services in their queries. */
const SECRET_PARTS: readonly [pattern: RegExp, replacement: string][] = [
  [/(\w:\/\/[^\s:/@]*:)[^\s/@]+@/g, `$1${HIDDEN}@`],
  [/([?&][\w.-]*(?:key|token|secret|password|appid)[\w.-]*=)[^\s&#"']+/gi, `$1${HIDDEN}`],
]

/** Describes every setting. `config` provides the values of defaults that depend on other settings. */
export function describeSettings(
  { env, sources, dataDir, file }: Settings,
  config: Config | undefined,
): DescribedSetting[] {
  const derived: Partial<Record<VariableName, string | undefined>> = {
    ENV_FILE: file,
    DATA_DIR: dataDir,
    UI_URL: config?.uiUrl,
    BASE_PATH: config?.basePath || undefined,
    UPLOAD_FOLDER: config && dirname(config.uploadsDir),
    INBOX_FOLDER: config?.inboxDir,
  }
  return (Object.keys(VARIABLES) as VariableName[]).map((name) => {
    const value = env[name]
    const standard = findDefault(VARIABLES[name])
    const fallback = derived[name] ?? (standard?.isValue ? standard.text : undefined)
    return {
      name,
      value: value === undefined ? (fallback ?? null) : hideSecret(name, value),
      source: sources[name] ?? null,
      default: standard?.text ?? null,
    }
  })
}

const hideSecret = (name: VariableName, value: string): string =>
  SECRET_VARIABLES.includes(name)
    ? HIDDEN
    : SECRET_PARTS.reduce(
        (text, [pattern, replacement]) => text.replace(pattern, replacement),
        value,
      )

/** Finds the default in the description of a setting. `isValue` distinguishes a value from an explanation. */
function findDefault(description: string): { text: string; isValue: boolean } | undefined {
  const [, marked] = /`([^`]+)` \(default\)/.exec(description) ?? []
  const [, listed] = /(\w+) \(default\)/.exec(description) ?? []
  if (marked ?? listed) return { text: marked ?? listed ?? '', isValue: true }
  const [, colon, text] = /\(default(:?) ([^)]+)\)/.exec(description) ?? []
  if (text === undefined || text === 'none') return undefined
  const [, quoted] = /^`([^`]+)`$/.exec(text) ?? []
  // The descriptions write explanations after a colon, or with capital letters.
  const isValue = quoted !== undefined || (colon === '' && /^[a-z\d][\w.:/-]*$/.test(text))
  return { text: quoted ?? text, isValue }
}

/** Formats a setting as a line of a settings file; defaults are comments. */
export function formatSetting({
  name,
  value,
  source,
  default: standard,
}: DescribedSetting): string {
  if (source !== null) return `${name}=${value}  # ${source}`
  if (value !== null) return `#${name}=${value}  # default`
  return `#${name}=  # ${standard === null ? 'not set' : `default: ${standard}`}`
}
