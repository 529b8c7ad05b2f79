/** A file that is embedded in the executable; the import is its path. */
declare module '*.br' {
  const path: string
  export default path
}
