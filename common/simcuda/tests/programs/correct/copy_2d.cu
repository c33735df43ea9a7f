// The inner part of an image: a copy with pitches in each direction.
#include "plain.cuh"

__global__ void invert(unsigned char* pixels, size_t pitch, int width) {
    const int x = threadIdx.x;
    if (x < width)
        pixels[blockIdx.x * pitch + x] = 255 - pixels[blockIdx.x * pitch + x];
}

int main() {
    const int width = 200, height = 64, border = 8;
    const int inner_w = width - 2 * border, inner_h = height - 2 * border;
    unsigned char *image, *d;
    size_t pitch = 0;
    check(cudaMallocHost(&image, width * height));
    check(cudaMallocPitch(&d, &pitch, inner_w, inner_h));
    for (int i = 0; i < width * height; ++i)
        image[i] = i % 256;
    unsigned char* inner = image + border * width + border;
    cudaStream_t copies = independent_stream(), work = independent_stream();
    cudaEvent_t up = order_event(), done = order_event();

    // (a1)
    check(cudaMemcpy2DAsync(d, pitch, inner, width, inner_w, inner_h, cudaMemcpyHostToDevice,
                            copies));
    check(cudaEventRecord(up, copies));
    check(cudaStreamWaitEvent(work, up, 0));       // SYNC a: race-kernel-before-upload
    invert<<<inner_h, 256, 0, work>>>(d, pitch, inner_w);  // (a2) (b1)
    check(cudaEventRecord(done, work));
    check(cudaStreamWaitEvent(copies, done, 0));   // SYNC b: race-download-before-kernel
    // (b2) (c1)
    check(cudaMemcpy2DAsync(inner, width, d, pitch, inner_w, inner_h, cudaMemcpyDeviceToHost,
                            copies));
    check(cudaStreamSynchronize(copies));          // SYNC c: race-host-reads-early

    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const bool in = x >= border && x < width - border && y >= border && y < height - border;
            const int before = (y * width + x) % 256;
            if (image[y * width + x] != (in ? 255 - before : before))  // (c2)
                return 1;
        }
    }
    return 0;
}
