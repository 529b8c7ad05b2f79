/** The device behind a request, as far as the browser reveals it, for mails that ask `was this you?`. */
export interface Device {
  os: string
  browser: string
}

/** In this order: later ones also call themselves by earlier names. */
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

const nameIn = (text: string, names: [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** The device behind a `User-Agent` header; undefined unless both system and browser are known. */
export function deviceOf(userAgent: string | null): Device | undefined {
  if (userAgent === null) return undefined
  const os = nameIn(userAgent, SYSTEMS)
  const browser = nameIn(userAgent, BROWSERS)
  return os && browser ? { os, browser } : undefined
}
