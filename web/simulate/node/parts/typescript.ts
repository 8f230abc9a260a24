import { transform } from 'sucrase'

/** Types away, lines where they were. */
export function stripTypes(code: string, path: string): string {
  return transform(code, {
    transforms: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
    disableESTransforms: true,
    preserveDynamicImport: true,
    filePath: path,
  }).code
}
