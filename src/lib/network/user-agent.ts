/** The device that sent a request, as far as its browser reveals it. Security emails mention it. */
export interface Device {
  os: string
  browser: string
}

/** The order matters: many browsers also name the browsers further down in this list. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const findName = (text: string, names: [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Detects the device from a `User-Agent` header. Returns undefined unless both system and browser are recognized. */
export function detectDevice(userAgent: string | null): Device | undefined {
  if (userAgent === null) return undefined
  const os = findName(userAgent, SYSTEMS)
  const browser = findName(userAgent, BROWSERS)
  return os && browser ? { os, browser } : undefined
}
