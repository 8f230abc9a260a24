/** What `node:zlib` computes with. */
export { deflateSync, gunzipSync, gzipSync, inflateSync, unzlibSync, zlibSync } from 'fflate'
