export const texts = import.meta.glob<string>('../../../core/bundles/ryeos-core/1.3.0/.ai/**/*', {
  query: '?raw',
  import: 'default',
  eager: true,
  exhaustive: true,
})
