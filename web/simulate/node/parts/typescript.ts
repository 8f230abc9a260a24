import { transform } from 'sucrase'

/** Remove types without changing line numbers. */
export function stripTypes(code: string, path: string): string {
  return transform(code, {
    transforms: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
    disableESTransforms: true,
    preserveDynamicImport: true,
    filePath: path,
  }).code
}
