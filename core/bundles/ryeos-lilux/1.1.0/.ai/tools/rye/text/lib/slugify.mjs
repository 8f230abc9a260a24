// rye:signed:2026-11-21T00:00:00Z:0e38487213b7106af20ffa4afee56a3191064a90ef52c0c5511dc8eb0c60b532:6QLKZ-3p4wJSxq8ta8xZk0w0z9rn3eGqD8Op0bcXPUv44HarEpKUTegS80Smr1yNuTC61EPsvKjdxlR4_BmmCg:1838a4d856ee4842
const params = process.argv[process.argv.indexOf('--params') + 1]
const { text, separator = '-' } = JSON.parse(params)
const words = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(/[a-z0-9]+/g) ?? []
console.log(JSON.stringify({ slug: words.join(separator) }))
