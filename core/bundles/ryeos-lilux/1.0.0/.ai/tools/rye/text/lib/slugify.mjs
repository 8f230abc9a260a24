// rye:signed:2026-11-21T00:00:00Z:9a203801167e66ceaba74ad4b98f0d2b282be2c8fd3b0eb797e7651c11dfa977:QAqE4ZwwjExTjZH1HlSrS3sq4KL_J5DbkKz1KdeplWCHrp69SsKdyoDezgF6Up4f6ztNsU9UzsmV9YKERkljCg:1838a4d856ee4842
const params = process.argv[process.argv.indexOf('--params') + 1]
const { text, separator = '-' } = JSON.parse(params)
const words = text.normalize('NFKD').toLowerCase().match(/[a-z0-9]+/g) ?? []
console.log(JSON.stringify({ slug: words.join(separator) }))
