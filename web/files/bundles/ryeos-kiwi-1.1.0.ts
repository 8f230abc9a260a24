export const texts = import.meta.glob<string>('../../../core/bundles/ryeos-kiwi/1.1.0/.ai/**/*', {
  query: '?raw',
  import: 'default',
  eager: true,
  exhaustive: true,
})
